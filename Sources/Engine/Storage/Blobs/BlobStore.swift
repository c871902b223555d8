import ChatModel
import Crypto
package import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A content-addressed store of files in the data directory. Names are hashes of the content, never external input.
package struct BlobStore: Sendable {
    /// Two months: longer than a delivery waits for anything.
    private static let lifetime: TimeInterval = 60 * 86_400
    package static let maxBytes = 10 << 20

    private let folder: String
    private let cipher: ValueCipher?
    private let shared: (any SharedBlobs)?

    /// - Parameters:
    ///   - cipher: The cipher for the files' content. Their names remain the hashes of the plain content.
    ///   - shared: The place where other processes of the store find the files; nil if there are none.
    package init(folder: String, cipher: ValueCipher? = nil, shared: (any SharedBlobs)? = nil) {
        self.folder = folder
        self.cipher = cipher
        self.shared = shared
    }

    /// The name of a file with this content.
    package static func name(of bytes: Data) -> String { SHA256.hash(data: bytes).map(hex).joined() }

    /// Stores bytes and returns their name once they are durable. Equal content is stored once.
    ///
    /// - Throws: `StorageError`, and errors of a server.
    package func store(_ bytes: Data) throws -> String {
        let name = try storeLocally(bytes)
        try shared?.keep(sealed(bytes, as: name), named: name)
        return name
    }

    private func storeLocally(_ bytes: Data) throws -> String {
        guard bytes.count <= Self.maxBytes else {
            throw StorageError.unusable(folder: folder, reason: "files may have at most \(Self.maxBytes) bytes")
        }
        let name = Self.name(of: bytes), file = path(of: name)
        // Refreshes the modification time, which extends the file's lifetime.
        if isKept(name), utimes(file, nil) == 0 { return name }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.unusable(folder: folder, reason: FileErrorDescription.words(for: error))
        }
        try put(try sealed(bytes, as: name), as: name)
        return name
    }

    /// The bytes as they are stored.
    func sealed(_ bytes: Data, as name: String) throws -> Data { try cipher?.sealed(bytes, at: Self.location(of: name)) ?? bytes }

    /// The content of stored bytes; nil if they are damaged, or encrypted with another key.
    func opened(_ file: Data, as name: String) -> Data? {
        if Self.name(of: file) == name { return file }
        guard let bytes = try? cipher?.opened(file, at: Self.location(of: name)), Self.name(of: bytes) == name else { return nil }
        return bytes
    }

    private func put(_ bytes: Data, as name: String) throws {
        let draft = "\(folder)/.\(UUID().uuidString)"
        do {
            try write(bytes, to: draft)
            guard rename(draft, path(of: name)) == 0 else { throw failure() }
            try sync(folder)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// - Throws: `StorageError` if no file has this name or its content does not match the name.
    package func bytes(named name: String) throws -> Data {
        guard Self.isName(name) else { throw StorageError.unusable(folder: folder, reason: "the file does not exist") }
        let local = FileManager.default.contents(atPath: path(of: name))
        if let bytes = local.flatMap({ opened($0, as: name) }) { return bytes }
        // The local file of another node keeps its encryption when that of the store changes.
        guard let file = try shared?.bytes(named: name) ?? local else {
            throw StorageError.unusable(folder: folder, reason: "the file does not exist")
        }
        guard let bytes = opened(file, as: name) else {
            throw StorageError.unusable(folder: folder, reason: "\(name) is damaged, or encrypted with another key")
        }
        return bytes
    }

    /// Returns whether the file is stored with this store's current encryption.
    private func isKept(_ name: String) -> Bool {
        guard let file = FileManager.default.contents(atPath: path(of: name)) else { return false }
        guard let cipher else { return Self.name(of: file) == name }
        return ValueCipher.fingerprint(of: file) == cipher.current.fingerprint
            && (try? cipher.opened(file, at: Self.location(of: name))).map(Self.name(of:)) == name
    }

    /// The names of all files, in order.
    func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(Self.isName).sorted()
    }

    /// Reencrypts every file for another store. Each file changes atomically; damaged files stay as they are.
    ///
    /// - Returns: The number of files changed.
    func move(to other: BlobStore) throws -> Int {
        var count = 0
        for name in names() where !other.isKept(name) {
            guard let bytes = try? bytes(named: name) else { continue }
            var status = stat()
            guard stat(path(of: name), &status) == 0 else { throw failure() }
            try other.put(try other.sealed(bytes, as: name), as: name)
            // The times are restored, so that the lifetime of the file does not change.
            let times = [status.st_atim, status.st_mtim].map { timeval(tv_sec: $0.tv_sec, tv_usec: $0.tv_nsec / 1000) }
            guard utimes(path(of: name), times) == 0 else { throw failure() }
            count += 1
        }
        return count
    }

    /// Gives the files to the other processes of a store. Damaged files stay where they are.
    func copy(to shared: any SharedBlobs) throws {
        for name in names() {
            guard let bytes = try? bytes(named: name) else { continue }
            try shared.keep(sealed(bytes, as: name), named: name)
        }
    }

    /// Stores the files of other processes that are not here.
    func copy(from shared: any SharedBlobs) throws {
        for name in try shared.names() where Self.isName(name) && !isKept(name) {
            if let bytes = try shared.bytes(named: name).flatMap({ opened($0, as: name) }) { _ = try store(bytes) }
        }
    }

    private static func location(of name: String) -> Data { Data("blobs/\(name)".utf8) }

    /// Removes files that were not stored or used for two months, and unfinished drafts older than an hour.
    package func sweep(at now: Date) {
        // What cannot be removed today is removed at another start.
        try? shared?.sweep(before: now - Self.lifetime)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(".") || Self.isName(name) {
            let file = path(of: name)
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let age = now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
            if age > (name.hasPrefix(".") ? 3600 : Self.lifetime) { unlink(file) }
        }
    }

    private func path(of name: String) -> String { "\(folder)/\(name)" }

    /// Returns whether a text has the form of a file's name.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private static func hex(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }

    private func write(_ bytes: Data, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw failure() }
    }

    /// Syncs the folder, which makes a renamed file durable.
    private func sync(_ folder: String) throws {
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw failure() }
        defer { close(handle) }
        guard fsync(handle) == 0 else { throw failure() }
    }

    private func failure() -> StorageError { .unusable(folder: folder, reason: String(cString: strerror(errno))) }
}
