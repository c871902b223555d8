import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// One way in which other users of the machine can access a data directory.
package enum DataDirectoryExposure: Hashable, Sendable {
    /// Everyone can create files in the directory, including one with the admin socket's name. The directory is refused.
    case writableByEverybody(folder: String, mode: UInt32)
    /// The group can create files. This is harmless if the owner is its only member.
    case writableByGroup(folder: String, mode: UInt32)
    /// Users other than the owner can reach files in the directory and read or write them.
    case openFiles(folder: String, names: [String])

    /// The exposures of a directory. A missing directory has none, because it is created for its owner only.
    package static func all(of folder: String) -> [DataDirectoryExposure] {
        guard let mode = mode(of: folder) else { return [] }
        var result: [DataDirectoryExposure] = []
        if mode & 0o002 != 0 {
            result.append(.writableByEverybody(folder: folder, mode: mode))
        } else if mode & 0o020 != 0 {
            result.append(.writableByGroup(folder: folder, mode: mode))
        }
        // Files are reachable by others only if the directory can be traversed.
        guard mode & 0o011 != 0, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return result }
        let open = names.sorted().filter { name in
            Self.mode(of: folder + "/" + name, isFile: true).map { $0 & 0o066 != 0 } ?? false
        }
        if !open.isEmpty { result.append(.openFiles(folder: folder, names: open)) }
        return result
    }

    /// A Boolean value that indicates whether the directory must not be used.
    package var isRefused: Bool { if case .writableByEverybody = self { true } else { false } }

    /// A description of the problem for users.
    package var description: String {
        switch self {
        case .writableByEverybody(let folder, let mode):
            "all users of this machine can write to the data directory \(folder) (mode \(String(mode, radix: 8)))"
        case .writableByGroup(let folder, let mode):
            "the group of the data directory \(folder) can write to it (mode \(String(mode, radix: 8)))"
        case .openFiles(let folder, let names):
            "other users of this machine can read or write \(names.prefix(3).joined(separator: ", "))"
                + (names.count > 3 ? " and \(names.count - 3) more" : "") + " in the data directory \(folder)"
        }
    }

    /// The suggested remedy.
    package var advice: String {
        switch self {
        case .writableByEverybody(let folder, _), .writableByGroup(let folder, _), .openFiles(let folder, _):
            "run chmod 700 \(folder)"
        }
    }

    /// - Parameter isFile: Accepts only a regular file, neither a link nor a directory.
    private static func mode(of path: String, isFile: Bool = false) -> UInt32? {
        var status = stat()
        guard (isFile ? lstat(path, &status) : stat(path, &status)) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        return kind == (isFile ? S_IFREG : S_IFDIR) ? status.st_mode & 0o7777 : nil
    }
}
