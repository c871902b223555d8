package import AsyncSupport
import Crypto
import Foundation

/// Reads a backup file, whose content is not trusted: it is verified completely before anything acts on it.
package struct BackupReader {
    /// A part and the position of its content.
    struct Entry {
        var part: BackupPart
        var offset: Int64
        var size: Int64
    }

    let path: String
    let file: PositionedFile

    /// - Throws: `BackupError.cannotRead`.
    package init(_ path: String) throws(BackupError) {
        self.path = path
        do {
            file = try PositionedFile.reading(path)
        } catch {
            throw .cannotRead(file: path, reason: error.code == .EINVAL ? "it is not a regular file" : error.words)
        }
    }

    /// Verifies the form of the file, its manifest, and the checksum of every part. The schemas that the manifest names have to be
    /// known.
    ///
    /// - Parameter progress: Receives the number of bytes read and the total.
    /// - Throws: `BackupError`, `CancellationError`.
    package func verify(flag: CancellationFlag, progress: (Int64, Int64) -> Void) throws -> BackupManifest {
        let manifest = try manifest(flag)
        try readAll(flag: flag, progress: progress)
        return manifest
    }

    /// Reads all parts in order and compares each with its checksum.
    ///
    /// - Parameter write: Returns a receiver for the content of a part; nil if the part is not needed.
    func readAll(
        flag: CancellationFlag, progress: (Int64, Int64) -> Void,
        to write: (BackupPart) throws -> ((UnsafeRawBufferPointer) throws -> Void)? = { _ in nil }
    ) throws {
        var lines = try ChecksumLines(entry(.checksums, flag))
        let total = try reading { () throws(POSIXError) in try file.size }
        var done: Int64 = 0
        try forEachEntry(flag) { entry in
            guard entry.part != .checksums else { return }
            let expected = try checksum(of: entry.part, in: &lines)
            let receiver = try write(entry.part)
            var hash = SHA256()
            let isComplete = try content(of: entry) { bytes in
                try flag.check()
                hash.update(bufferPointer: bytes)
                try receiver?(bytes)
                done += Int64(bytes.count)
                progress(done, max(total, done))
            }
            guard isComplete else { throw truncated(entry.part.name) }
            guard hash.finalize().elementsEqual(expected), try isPadded(entry) else {
                throw BackupError.damaged(file: path, part: entry.part.name, reason: "its checksum differs")
            }
        }
        guard try next(&lines) == nil, try isPadded(entry(.checksums, flag)) else {
            throw BackupError.damaged(file: path, part: BackupPart.checksums.name, reason: "it lists a part that is missing")
        }
    }

    /// Calls `body` with the parts in the order of the file, after checking that each may follow the one before it.
    private func forEachEntry(_ flag: CancellationFlag, _ body: (Entry) throws -> Void) throws {
        let size = try reading { () throws(POSIXError) in try file.size }
        let block = Int64(TarHeader.blockBytes)
        var offset: Int64 = 0
        var last: BackupPart?
        while let header = try header(at: offset) {
            try flag.check()
            guard let part = BackupPart(name: header.name) else {
                throw BackupError.notBackup(file: path, reason: "it contains '\(header.name)', which no backup does")
            }
            if let last, !part.follows(last) {
                throw BackupError.notBackup(file: path, reason: "'\(part.name)' follows '\(last.name)', which it must not")
            }
            guard header.size <= part.maxBytes, let length = header.paddedSize else {
                throw BackupError.damaged(file: path, part: part.name, reason: "its size of \(header.size) bytes is impossible")
            }
            guard length <= size - offset - block else { throw truncated(part.name) }
            try body(Entry(part: part, offset: offset + block, size: header.size))
            (offset, last) = (offset + block + length, part)
        }
        guard last == .checksums else { throw truncated(last?.name ?? "the beginning") }
        guard size >= offset + 2 * block else { throw truncated("the end") }
        guard size == offset + 2 * block, try self.block(at: offset + block)?.allSatisfy({ $0 == 0 }) == true else {
            throw BackupError.damaged(file: path, part: "the end", reason: "something follows the last part")
        }
    }

    /// Returns the header at an offset; nil at the end of the archive.
    private func header(at offset: Int64) throws -> TarHeader? {
        guard let block = try block(at: offset) else {
            guard offset > 0 else { throw BackupError.notBackup(file: path, reason: "it is too short") }
            throw truncated("the end")
        }
        if offset > 0, block.allSatisfy({ $0 == 0 }) { return nil }
        do {
            return try TarHeader(block: block)
        } catch {
            throw offset == 0
                ? BackupError.notBackup(file: path, reason: error.reason)
                : BackupError.damaged(file: path, part: "the header at byte \(offset)", reason: error.reason)
        }
    }

    private func block(at offset: Int64) throws -> [UInt8]? {
        try translated { try file.bytes(at: offset, count: TarHeader.blockBytes) }
    }

    private func manifest(_ flag: CancellationFlag) throws -> BackupManifest {
        let entry = try entry(.manifest, flag)
        guard let bytes = try translated({ try file.bytes(at: entry.offset, count: Int(entry.size)) }) else {
            throw truncated(entry.part.name)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let manifest: BackupManifest
        do {
            let form = try decoder.decode(BackupManifest.Form.self, from: Data(bytes))
            guard form.format == BackupManifest.format else {
                throw BackupError.notBackup(file: path, reason: "its manifest names the format '\(form.format)'")
            }
            guard form.version == BackupManifest.version else {
                throw BackupError.newerFormat(file: path, version: form.version)
            }
            manifest = try decoder.decode(BackupManifest.self, from: Data(bytes))
        } catch is DecodingError {
            throw BackupError.damaged(file: path, part: entry.part.name, reason: "it cannot be decoded")
        }
        try compare(manifest, flag)
        return manifest
    }

    /// Compares the manifest with the parts that the file has.
    private func compare(_ manifest: BackupManifest, _ flag: CancellationFlag) throws {
        var databases: [BackupDatabase: Int64] = [:]
        var (configuration, blobs) = (BackupManifest.Files(), BackupManifest.Files())
        try forEachEntry(flag) { entry in
            switch entry.part {
            case .database(let database): databases[database] = entry.size
            case .configuration: configuration.add(entry.size)
            case .blob: blobs.add(entry.size)
            case .manifest, .checksums: break
            }
        }
        guard manifest.configuration == configuration, manifest.blobs == blobs, databases[.bot] != nil,
            manifest.databases.count == databases.count, manifest.databases.allSatisfy({ databases[$0.database] == $0.bytes })
        else {
            throw BackupError.damaged(file: path, part: BackupPart.manifest.name, reason: "it describes other parts")
        }
        for summary in manifest.databases where summary.database.isSuperseded(by: summary.migrations) {
            throw BackupError.newerSchema(file: path, database: summary.database.fileName)
        }
        for summary in manifest.databases where summary.lastSequence > manifest.lastSequence {
            throw BackupError.damaged(
                file: path, part: summary.database.fileName, reason: "it contains entries that the journal does not")
        }
    }

    private func entry(_ part: BackupPart, _ flag: CancellationFlag) throws -> Entry {
        var found: Entry?
        try forEachEntry(flag) { if $0.part == part { found = $0 } }
        guard let found else {
            throw BackupError.damaged(file: path, part: part.name, reason: "it is missing")
        }
        return found
    }

    private func content(of entry: Entry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        try translated { try file.read(at: entry.offset, count: entry.size, body) }
    }

    /// Returns whether zeros fill the last block of an entry.
    private func isPadded(_ entry: Entry) throws -> Bool {
        let padding = Int((TarHeader(name: "", size: entry.size).paddedSize ?? entry.size) - entry.size)
        return try translated { try file.bytes(at: entry.offset + entry.size, count: padding) }?.allSatisfy { $0 == 0 } == true
    }

    private func truncated(_ part: String) -> BackupError {
        .damaged(file: path, part: part, reason: "the file ends too early")
    }

    /// Replaces errors of the file by errors that name it.
    func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as POSIXError {
            throw BackupError.cannotRead(file: path, reason: error.words)
        }
    }

    private func reading<Value>(_ body: () throws(POSIXError) -> Value) throws(BackupError) -> Value {
        do {
            return try body()
        } catch {
            throw .cannotRead(file: path, reason: error.words)
        }
    }
}
