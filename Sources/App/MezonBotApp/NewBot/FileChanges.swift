import ChatModel
import Foundation

/// A set of file changes that are applied together or not at all.
struct FileChanges {
    struct Change: Hashable {
        var path: String
        var file: URL
        var text: String
        /// The current content; nil for a new file.
        var before: String?
    }

    let changes: [Change]

    /// - Throws: `BotScaffoldError`; all files are unchanged in that case.
    func write() throws(BotScaffoldError) {
        var undo: [() throws -> Void] = []
        for change in changes {
            let url = change.file
            do {
                if change.before == nil { undo += try makeFolder(of: url) }
                let before = change.before
                try Data(change.text.utf8).write(to: url, options: before == nil ? [.withoutOverwriting] : [.atomic])
                undo.append {
                    guard let before else { return try FileManager.default.removeItem(at: url) }
                    try Data(before.utf8).write(to: url, options: .atomic)
                }
            } catch {
                // The first error is reported; an undo step that fails has the same cause.
                for step in undo.reversed() { _ = try? step() }
                throw .cannotWrite(file: change.path, why: FileErrorDescription.words(for: error))
            }
        }
    }

    private func makeFolder(of url: URL) throws -> [() throws -> Void] {
        let folder = url.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let undo = try makeFolder(of: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return undo + [{ try FileManager.default.removeItem(at: folder) }]
    }
}
