import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An archive whose file is damaged. It is kept under another name, and a new one is made of the journal.
struct DamagedArchive {
    private let path: String

    /// - Parameter path: The path of the archive.
    init(_ path: String) { self.path = path }

    private var note: String { path + "-damaged" }

    /// A Boolean value that indicates whether damage was found while the archive was in use.
    var isNoted: Bool { FileManager.default.fileExists(atPath: note) }

    /// Notes that the archive is to be replaced at the next start.
    ///
    /// - Throws: `StorageError`.
    func makeNote() throws { try DurableFile.write("", to: note) }

    /// Renames the files of the archive, which must be closed.
    ///
    /// - Parameter stamp: A part of the new name.
    /// - Returns: The new path.
    /// - Throws: `StorageError.unusable`.
    func moveAside(_ stamp: String) throws -> String {
        let target = "\(path).damaged-\(stamp)"
        for suffix in ["", "-wal", "-shm"] where rename(path + suffix, target + suffix) != 0 && errno != ENOENT {
            throw StorageError.unusable(folder: path, reason: String(cString: strerror(errno)))
        }
        try DurableFile.remove(note)
        return target
    }
}
