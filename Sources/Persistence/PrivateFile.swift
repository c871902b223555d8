import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A database's file that nobody but its owner may read, whatever the umask says: what people write stands in it.
enum PrivateFile {
    private static let mode: mode_t = 0o600

    /// Makes the file where it is missing, and takes it and what stands beside it from everybody else. SQLite gives the log and the
    /// index of its log the mode of their database.
    /// - Throws: `StorageError.unusable`.
    static func claim(_ path: String) throws(StorageError) {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if file >= 0 { close(file) }
        // A file that was there is not opened: closing it would drop the locks that this process holds on it.
        for name in [path, path + "-wal", path + "-shm"] where chmod(name, mode) != 0 && errno != ENOENT {
            throw StorageError.unusable(folder: path, reason: "its mode cannot be set (\(String(cString: strerror(errno))))")
        }
    }
}
