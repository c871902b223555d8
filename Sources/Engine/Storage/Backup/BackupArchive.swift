import AsyncSupport
import Crypto
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Writes the parts of a backup to a tar archive, and the list of their checksums.
///
/// The archive is written beside its destination, under the name of the destination with `.part`, and replaces it once it is complete.
final class BackupArchive {
    /// Bounds the unwritten data, for which commits of the application would wait.
    private static let syncedBytes: Int64 = 8 << 20

    let destination: String
    private let file: PositionedFile
    private let sums: PositionedFile
    private let flag: CancellationFlag
    private let progress: (Int64) -> Void
    private let seconds: Int64
    private var unsynced: Int64 = 0

    /// - Parameters:
    ///   - seconds: The modification time of all parts, since 1970.
    ///   - progress: Receives the number of bytes of each piece of content.
    /// - Throws: `BackupError.inUse`, `POSIXError`.
    init(_ destination: String, modifiedAt seconds: Int64, flag: CancellationFlag, progress: @escaping (Int64) -> Void) throws {
        self.destination = destination
        self.seconds = seconds
        self.flag = flag
        self.progress = progress
        file = try Self.owned(Self.draft(of: destination), destination)
        do {
            sums = try Self.owned(Self.sums(of: destination), destination)
        } catch {
            unlink(file.path)
            throw error
        }
    }

    static func draft(of destination: String) -> String { destination + ".part" }
    private static func sums(of destination: String) -> String { destination + ".part.sums" }

    /// Opens an empty draft. The lock tells one that a killed process has left from one that is being written.
    private static func owned(_ path: String, _ destination: String) throws -> PositionedFile {
        let file = try PositionedFile.writing(path, isNew: false)
        var named = stat()
        // The file may have been renamed by another process after it was opened here.
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, stat(path, &named) == 0, named.st_ino == (try file.status()).st_ino
        else { throw BackupError.inUse(file: destination) }
        guard ftruncate(file.descriptor, 0) == 0, fchmod(file.descriptor, 0o600) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return file
    }

    /// Appends the content of a file.
    ///
    /// - Throws: `POSIXError`, `TarHeader.FormatError`, `CancellationError`.
    func append(_ part: BackupPart, from source: PositionedFile) throws {
        let size = try source.size
        try append(part, size: size) { write in
            // A file that has become shorter ends the backup: its header is written already.
            guard try source.read(at: 0, count: size, write) else { throw POSIXError(.ESTALE) }
        }
    }

    func append(_ part: BackupPart, _ bytes: [UInt8]) throws {
        try append(part, size: Int64(bytes.count)) { write in try bytes.withUnsafeBytes(write) }
    }

    private func append(
        _ part: BackupPart, size: Int64, content: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let header = TarHeader(name: part.name, size: size)
        try header.block(modifiedAt: seconds).withUnsafeBytes { try file.write($0) }
        var hash = SHA256()
        try content { bytes in
            try flag.check()
            hash.update(bufferPointer: bytes)
            try file.write(bytes)
            try syncSometimes(Int64(bytes.count))
            progress(Int64(bytes.count))
        }
        try zeros(Int((header.paddedSize ?? size) - size))
        guard part != .checksums else { return }
        let digest = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try Array("\(digest)  \(part.name)\n".utf8).withUnsafeBytes { try sums.write($0) }
    }

    /// Appends the list of checksums and makes the archive durable. Its name is still that of a draft.
    func finish() throws {
        try append(.checksums, from: sums)
        try zeros(2 * TarHeader.blockBytes)
        try file.sync()
        try PositionedFile.remove([sums.path])
    }

    /// Gives the archive its name.
    func publish() throws {
        try PositionedFile.rename(file.path, to: destination)
        try PositionedFile.sync(folder: PositionedFile.folder(of: destination))
    }

    /// Removes what was written.
    func discard() {
        unlink(file.path)
        unlink(sums.path)
    }

    private func syncSometimes(_ count: Int64) throws {
        unsynced += count
        guard unsynced >= Self.syncedBytes else { return }
        unsynced = 0
        try file.sync()
    }

    private func zeros(_ count: Int) throws {
        try [UInt8](repeating: 0, count: count).withUnsafeBytes { try file.write($0) }
    }
}
