import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// One way in which a data folder is open to others on the machine.
package enum DataDirectoryExposure: Hashable, Sendable {
    /// Everybody may put files there, the control socket's name among them: the folder is refused.
    case writableByEverybody(folder: String, mode: UInt32)
    /// Its group may: where that holds its owner alone, nothing is wrong.
    case writableByGroup(folder: String, mode: UInt32)
    /// Others than the owner may read or write files in it, and reach them.
    case openFiles(folder: String, names: [String])

    /// The exposures of a folder; none where it does not exist yet, because it is made for its owner alone.
    package static func all(of folder: String) -> [DataDirectoryExposure] {
        guard let mode = mode(of: folder) else { return [] }
        var result: [DataDirectoryExposure] = []
        if mode & 0o002 != 0 {
            result.append(.writableByEverybody(folder: folder, mode: mode))
        } else if mode & 0o020 != 0 {
            result.append(.writableByGroup(folder: folder, mode: mode))
        }
        // Others get to a file only where they may pass the folder.
        guard mode & 0o011 != 0, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return result }
        let open = names.sorted().filter { name in
            Self.mode(of: folder + "/" + name, isFile: true).map { $0 & 0o066 != 0 } ?? false
        }
        if !open.isEmpty { result.append(.openFiles(folder: folder, names: open)) }
        return result
    }

    /// A Boolean value that indicates whether nothing may be kept there.
    package var isRefused: Bool { if case .writableByEverybody = self { true } else { false } }

    /// What is wrong, for a person.
    package var description: String {
        switch self {
        case .writableByEverybody(let folder, let mode):
            "everybody on this machine can write to the data folder \(folder) (mode \(String(mode, radix: 8)))"
        case .writableByGroup(let folder, let mode):
            "the group of the data folder \(folder) can write to it (mode \(String(mode, radix: 8)))"
        case .openFiles(let folder, let names):
            "others on this machine can read or write \(names.prefix(3).joined(separator: ", "))"
                + (names.count > 3 ? " and \(names.count - 3) more" : "") + " in the data folder \(folder)"
        }
    }

    /// What to do about it.
    package var advice: String {
        switch self {
        case .writableByEverybody(let folder, _), .writableByGroup(let folder, _), .openFiles(let folder, _):
            "run chmod 700 \(folder)"
        }
    }

    /// - Parameter isFile: whether only a regular file is meant, and a link or a folder is none.
    private static func mode(of path: String, isFile: Bool = false) -> UInt32? {
        var status = stat()
        guard (isFile ? lstat(path, &status) : stat(path, &status)) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        return kind == (isFile ? S_IFREG : S_IFDIR) ? status.st_mode & 0o7777 : nil
    }
}
