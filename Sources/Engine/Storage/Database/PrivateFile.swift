import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A database file that only its owner may read, independently of the umask, because it contains messages of users.
enum PrivateFile {
    private static let mode: mode_t = 0o600

    /// Creates the file if it is missing, and restricts it and its log and index to the owner. SQLite creates the write-ahead log
    /// and its index with the mode of the database.
    /// - Throws: `StorageError.unusable`.
    static func prepare(_ path: String) throws(StorageError) {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if file >= 0 { close(file) }
        // An existing file is not opened: closing it would release the locks that this process holds on it.
        for name in [path, path + "-wal", path + "-shm"] where chmod(name, mode) != 0 && errno != ENOENT {
            throw StorageError.unusable(folder: path, reason: "its mode cannot be set (\(String(cString: strerror(errno))))")
        }
    }
}
