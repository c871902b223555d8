import ChatModel
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The directory owned by one process: its databases, and the lock that records the owner.
package final class DataDirectory: Sendable {
    package let path: String
    private let lock: Int32

    /// Creates the directory if it is missing, readable by its owner only, and takes its lock.
    ///
    /// The kernel releases the lock when the process ends for any reason. A directory that is writable by everyone is refused,
    /// because another user could place files there and act as the bot.
    /// - Throws: `StorageError.owned`, `StorageError.unusable`.
    package init(_ path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.unusable(folder: path, reason: "it cannot be created (\(FileErrorDescription.words(for: error)))")
        }
        if let exposure = DataDirectoryExposure.all(of: path).first(where: \.isRefused) {
            throw StorageError.unusable(folder: path, reason: "\(exposure.description); \(exposure.advice)")
        }
        lock = try Self.lock(path)
    }

    /// Unlocks the file before it closes it: a child process that has been forked but not yet executed its program has a copy of the
    /// descriptor, which would keep the lock.
    deinit {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Takes the lock outside of `init`: if `init` throws, `deinit` would close the descriptor a second time, when it may belong to
    /// another file.
    private static func lock(_ path: String) throws -> Int32 {
        let file = path + "/lock"
        let lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StorageError.unusable(folder: path, reason: String(cString: strerror(errno))) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let owner = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int32($0.prefix { $0 != "\n" }) }
            close(lock)
            throw StorageError.owned(folder: path, by: owner)
        }
        let line = Array("\(getpid())\n".utf8)
        guard ftruncate(lock, 0) == 0, pwrite(lock, line, line.count, 0) == line.count else {
            let reason = String(cString: strerror(errno))
            close(lock)
            throw StorageError.unusable(folder: path, reason: reason)
        }
        return lock
    }

    /// The current ways in which other users of the machine can access the directory.
    package var exposures: [DataDirectoryExposure] { DataDirectoryExposure.all(of: path) }

    /// The database of the journal and all state.
    package var database: String { Self.database(in: path) }
    package var archive: String { Self.archive(in: path) }
    package var blobs: String { Self.blobs(in: path) }

    package static func database(in folder: String) -> String { folder + "/bot.sqlite" }
    package static func blobs(in folder: String) -> String { folder + "/blobs" }
    package static func archive(in folder: String) -> String { folder + "/archive.sqlite" }
}
