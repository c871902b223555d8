package import AsyncSupport
import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// Restores a backup to a data directory that no application uses.
package struct StoreRestore: Sendable {
    package struct Report: Sendable, Hashable {
        package var manifest: BackupManifest
        /// The folder that contains the former contents; nil if there were none.
        package var replaced: String?
        /// The folder that contains the configuration files; nil if the backup has none.
        package var configuration: String?
    }

    private let file: String
    private let folder: String
    private let flag: CancellationFlag

    package init(_ file: String, to folder: String, flag: CancellationFlag) {
        self.file = file
        self.folder = folder
        self.flag = flag
    }

    /// Verifies the backup completely, and then replaces the contents of the directory. If anything fails, they are unchanged.
    ///
    /// - Parameters:
    ///   - isForced: A Boolean value that indicates whether a directory with contents is accepted. They are moved aside.
    ///   - suffix: The end of the name of the folder for the former contents, which does not exist yet.
    ///   - progress: Receives the number of bytes processed and the total.
    /// - Throws: `StorageError.owned` if an application uses the directory; `BackupError`, `StorageError`, `CancellationError`.
    package func run(isForced: Bool = false, suffix: String, progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Report {
        let reader = try BackupReader(file)
        let isNew = !FileManager.default.fileExists(atPath: folder)
        let installation = RestoreInstallation(folder: folder)
        var directory = isNew ? nil : try owned(isForced: isForced, installation)
        let manifest = try reader.verify(flag: flag) { progress($0, 2 * $1) }
        do {
            // A new directory is created only for a backup that is intact.
            directory = try directory ?? owned(isForced: isForced, installation)
            defer { withExtendedLifetime(directory) {} }
            return try translated {
                try extract(reader, to: installation.draft) { progress($0 + $1, 2 * $1) }
                try check(manifest, in: installation.draft)
                return Report(
                    manifest: manifest, replaced: try installation.install(suffix),
                    configuration: manifest.configuration.count > 0 ? "\(folder)/\(BackupPart.configurationFolder)" : nil)
            }
        } catch {
            guard directory != nil else { throw error }  // Another process has created the directory meanwhile.
            try? installation.discardDraft()
            if isNew {
                unlink(folder + "/lock")
                rmdir(folder)
            }
            throw error
        }
    }

    /// Locks the directory and completes an earlier restoration.
    private func owned(isForced: Bool, _ installation: RestoreInstallation) throws -> DataDirectory {
        let directory = try DataDirectory(folder)
        try translated {
            try installation.complete()
            try installation.discardDraft()
            guard try isForced || installation.contents().isEmpty else { throw BackupError.notEmpty(folder: folder) }
        }
        return directory
    }

    private func extract(_ reader: BackupReader, to draft: String, progress: (Int64, Int64) -> Void) throws {
        try Self.createFolder(draft)
        var open: PositionedFile?
        var folders: Set<String> = [draft]
        try reader.readAll(flag: flag, progress: progress) { part in
            try open?.sync()
            guard part != .manifest else {
                open = nil
                return nil
            }
            let path = "\(draft)/\(part.name)"
            let parent = PositionedFile.folder(of: path)
            if folders.insert(parent).inserted { try Self.createFolder(parent) }
            let file = try PositionedFile.writing(path)
            open = file
            return { try file.write($0) }
        }
        try open?.sync()
        for folder in folders { try PositionedFile.sync(folder: folder) }
    }

    /// Compares the extracted databases with the manifest.
    private func check(_ manifest: BackupManifest, in draft: String) throws {
        for summary in manifest.databases {
            let name = summary.database.fileName
            do {
                let found = try DatabaseSummary(of: summary.database, at: "\(draft)/\(name)", flag: flag)
                guard found == summary else {
                    throw BackupError.damaged(file: file, part: name, reason: "its contents differ from the manifest")
                }
            } catch DatabaseSummary.InvalidDatabase.damaged(let reason) {
                throw BackupError.damaged(file: file, part: name, reason: reason)
            } catch DatabaseSummary.InvalidDatabase.newerSchema {
                throw BackupError.newerSchema(file: file, database: name)
            }
        }
    }

    private static func createFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as POSIXError {
            throw BackupError.cannotWrite(file: folder, reason: error.words)
        } catch let error as CocoaError {
            throw BackupError.cannotWrite(file: folder, reason: StorageErrorDescription.words(for: error))
        } catch let error as DatabaseError {
            try flag.check()
            throw BackupError.cannotWrite(file: folder, reason: StorageErrorDescription.words(for: error))
        }
    }
}
