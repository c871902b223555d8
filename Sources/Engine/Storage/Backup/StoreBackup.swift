package import AsyncSupport
package import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// Backs up a data directory to one file, whether or not an application uses it.
///
/// The databases are copied as of one moment. That of the archive is fixed first: it must not contain an entry that the journal does
/// not have, while it reads later ones from the journal. Attachments are listed last, because they are stored before the entries that
/// refer to them.
package struct StoreBackup: Sendable {
    private let folder: String
    private let configuration: [String: String]
    private let flag: CancellationFlag

    /// - Parameters:
    ///   - folder: The data directory.
    ///   - configuration: The texts of the configuration files without secrets, by their path in the configuration's folder.
    package init(of folder: String, configuration: [String: String], flag: CancellationFlag) {
        self.folder = folder
        self.configuration = configuration
        self.flag = flag
    }

    /// Writes the backup, verifies it, and then gives it its name. If anything fails, nothing is left behind.
    ///
    /// - Parameters:
    ///   - isForced: A Boolean value that indicates whether an existing file is replaced.
    ///   - progress: Receives the number of bytes processed and the total, which is an estimate.
    /// - Throws: `BackupError`, `StorageError`, `CancellationError`.
    package func write(
        to file: String, isForced: Bool = false, at date: Date, progress: @escaping (Int64, Int64) -> Void = { _, _ in }
    ) throws -> BackupManifest {
        try DatabaseUpgrade.verifyDone(in: folder)
        try DataDirectory.verifyExists(folder)
        try Self.verifyDestination(file, isForced: isForced)
        do {
            return try draft(file, isForced, date, progress)
        } catch let error as POSIXError {
            throw BackupError.cannotWrite(file: file, reason: error.words)
        } catch let error as TarHeader.FormatError {
            throw BackupError.cannotWrite(file: file, reason: error.reason)
        } catch let error as DatabaseError {
            try flag.check()
            throw BackupError.cannotWrite(file: file, reason: StorageErrorDescription.words(for: error))
        }
    }

    private static func verifyDestination(_ file: String, isForced: Bool) throws(BackupError) {
        var status = stat()
        guard lstat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .cannotWrite(file: file, reason: String(cString: strerror(EISDIR)))
        }
        if !isForced { throw .exists(file: file) }
    }

    private func draft(
        _ file: String, _ isForced: Bool, _ date: Date, _ progress: @escaping (Int64, Int64) -> Void
    ) throws -> BackupManifest {
        // Each byte of a database is copied, written and verified, each one of an attachment written and verified.
        let total = 3 * BackupDatabase.allCases.reduce(0) { $0 + Self.size(of: path(of: $1)) }
        var done: Int64 = 0
        let report = { (count: Int64) in
            done += count
            progress(min(done, total), total)
        }
        let archive = try BackupArchive(
            file, modifiedAt: Int64(date.timeIntervalSince1970), flag: flag, progress: report)
        let copies = BackupDatabase.allCases.map { ($0, DatabaseCopy(path: "\(file).part.\($0.fileName)")) }
        do {
            let manifest = try fill(archive, copies, date, report)
            var read: Int64 = 0
            let verified = try BackupReader(BackupArchive.draft(of: file)).verify(flag: flag) { bytes, _ in
                report(bytes - read)
                read = bytes
            }
            guard verified == manifest else {
                throw BackupError.damaged(file: file, part: BackupPart.manifest.name, reason: "it reads differently")
            }
            try Self.verifyDestination(file, isForced: isForced)
            try archive.publish()
            return manifest
        } catch {
            archive.discard()
            for (_, copy) in copies { try? copy.remove() }
            throw error
        }
    }

    private func fill(
        _ archive: BackupArchive, _ copies: [(BackupDatabase, DatabaseCopy)], _ date: Date, _ report: @escaping (Int64) -> Void
    ) throws -> BackupManifest {
        let present = copies.filter { Self.size(of: path(of: $0.0)) > 0 }
        try copy(present.reversed()[...], report)
        let blobs = BlobStore(folder: DataDirectory.blobs(in: folder)).names()
        let summaries = try present.map { try summary(of: $0, $1) }
        for (database, copy) in present {
            try archive.append(.database(database), from: try PositionedFile.reading(copy.path))
            try copy.remove()
        }
        // The manifest holds whole seconds.
        var manifest = BackupManifest(
            createdAt: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)), databases: summaries,
            configuration: .init(), blobs: .init())
        for (path, text) in configuration.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let bytes = Array(text.utf8)
            guard BackupPart.isSafe(path) else {
                throw BackupError.cannotWrite(file: archive.destination, reason: "the name '\(path)' cannot be stored")
            }
            try archive.append(.configuration(path), bytes)
            manifest.configuration.add(Int64(bytes.count))
        }
        for name in blobs {
            guard let source = try blob(name) else { continue }
            let size = try source.size
            try archive.append(.blob(name), from: source)
            manifest.blobs.add(size)
        }
        try archive.append(.manifest, try manifest.encoded())
        try archive.finish()
        return manifest
    }

    /// Begins a transaction in every database before the first one is copied, and copies the last one first.
    private func copy(_ rest: ArraySlice<(BackupDatabase, DatabaseCopy)>, _ report: @escaping (Int64) -> Void) throws {
        guard let (database, copy) = rest.first else { return }
        let queue = try DatabaseOpener.openToRead(path(of: database), as: database.migrator, skipsKeyCheck: true)
        try queue.read { source in
            _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_schema")  // Fixes the moment.
            try self.copy(rest.dropFirst(), report)
            var copied: Int64 = 0
            try copy.make(from: source) { bytes in
                report(bytes - copied)
                copied = bytes
                try flag.check()
            }
        }
        try queue.close()
    }

    private func summary(of database: BackupDatabase, _ copy: DatabaseCopy) throws -> DatabaseSummary {
        do {
            return try DatabaseSummary(of: database, at: copy.path, flag: flag)
        } catch DatabaseSummary.InvalidDatabase.damaged(let reason) {
            throw BackupError.damagedDatabase(file: path(of: database), reason: reason)
        } catch DatabaseSummary.InvalidDatabase.newerSchema {
            throw StorageError.newerSchema(file: path(of: database))
        }
    }

    /// Opens an attachment; nil if it was removed since it was listed.
    private func blob(_ name: String) throws(POSIXError) -> PositionedFile? {
        do {
            return try PositionedFile.reading("\(DataDirectory.blobs(in: folder))/\(name)", followsLinks: false)
        } catch  where error.code == .ENOENT {
            return nil
        }
    }

    private func path(of database: BackupDatabase) -> String { "\(folder)/\(database.fileName)" }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}

extension BackupManifest {
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(self)) + [10]
    }
}
