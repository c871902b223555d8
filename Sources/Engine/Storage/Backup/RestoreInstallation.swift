import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Replaces the contents of a data directory by restored ones, in steps of which each is atomic.
///
/// Restored files wait in a folder inside the directory, whose name tells how far the replacement has come. The next opening of the
/// database completes an interrupted one, so that a directory is never used with half of its files.
struct RestoreInstallation {
    private enum Stage: String, CaseIterable {
        /// Files are being written. The directory is unchanged.
        case draft = ".restore-draft"
        /// The files are complete, and the former contents are being moved aside.
        case complete = ".restore-complete-"
        /// The former contents are aside, and the files are being moved to their places.
        case cleared = ".restore-cleared-"
    }

    /// The contents that stay in their place: the lock, scheduled backups, and contents that earlier restorations have replaced.
    static let keptNames: Set<String> = ["lock", "backups"]
    private static let asidePrefix = "replaced-"

    let folder: String

    /// The folder in which restored files are written first.
    var draft: String { folder + "/" + Stage.draft.rawValue }

    /// The names of the contents that a restoration would replace.
    func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            !Self.keptNames.contains(name) && !name.hasPrefix(Self.asidePrefix)
                && !Stage.allCases.contains { name.hasPrefix($0.rawValue) }
        }
    }

    func discardDraft() throws {
        if FileManager.default.fileExists(atPath: draft) { try FileManager.default.removeItem(atPath: draft) }
    }

    /// Replaces the contents by those of the draft, whose files are durable.
    ///
    /// - Parameter suffix: The end of the name of the folder that takes the former contents.
    /// - Returns: The folder with the former contents; nil if there were none.
    func install(_ suffix: String) throws -> String? {
        try PositionedFile.sync(folder: draft)
        try PositionedFile.rename(draft, to: path(.complete, suffix))
        try PositionedFile.sync(folder: folder)
        return try complete()
    }

    /// Completes a replacement that was interrupted.
    ///
    /// - Returns: The folder with the former contents; nil if there was nothing to do, or no contents.
    @discardableResult
    func complete() throws -> String? {
        var aside: String?
        if let suffix = try suffix(of: .complete) {
            aside = try moveContentsAside(suffix)
            try PositionedFile.rename(path(.complete, suffix), to: path(.cleared, suffix))
            try PositionedFile.sync(folder: folder)
        }
        if let suffix = try suffix(of: .cleared) {
            let source = path(.cleared, suffix)
            for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted() {
                try PositionedFile.rename(source + "/" + name, to: folder + "/" + name)
            }
            try PositionedFile.sync(folder: folder)
            try FileManager.default.removeItem(atPath: source)
            try PositionedFile.sync(folder: folder)
        }
        return aside
    }

    private func moveContentsAside(_ suffix: String) throws -> String? {
        let aside = folder + "/" + Self.asidePrefix + suffix
        let contents = try contents()
        guard !contents.isEmpty else { return FileManager.default.fileExists(atPath: aside) ? aside : nil }
        try FileManager.default.createDirectory(
            atPath: aside, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in contents { try PositionedFile.rename(folder + "/" + name, to: aside + "/" + name) }
        try PositionedFile.sync(folder: aside)
        try PositionedFile.sync(folder: folder)
        return aside
    }

    /// Returns the suffix of the folder of a stage; nil if the directory is not in it.
    private func suffix(of stage: Stage) throws -> String? {
        guard FileManager.default.fileExists(atPath: folder) else { return nil }
        let name = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix(stage.rawValue) }
        return name.map { String($0.dropFirst(stage.rawValue.count)) }
    }

    private func path(_ stage: Stage, _ suffix: String) -> String { folder + "/" + stage.rawValue + suffix }
}
