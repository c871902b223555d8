import ArgumentParser
import MezonBotApp
import Moderation
import Storage

/// Compares two revisions.
struct RulesDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two rule revisions.",
        discussion: """
            Without arguments, compares the newest revision with the one before; with one argument, that revision with the newest. \
            Exit codes: 0 success, 1 no such revision.
            """)

    @Argument(help: ArgumentHelp("Id of the older revision or its beginning", valueName: "old-revision"))
    var old: String?

    @Argument(help: ArgumentHelp("Id of the newer revision or its beginning", valueName: "new-revision"))
    var new: String?

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let newer = try await data.revision(new ?? "")
        let older: RuleRevision
        if let old {
            older = try await data.revision(old)
        } else {
            let others = try await data.reading { try await $0.revisions() }.filter { $0.version != newer.version }
            guard let first = others.first else {
                throw CommandError(.failed, "there is only one revision: \(newer.version)")
            }
            older = first
        }
        guard let from = RevisionFiles(json: older.files), let to = RevisionFiles(json: newer.files) else {
            throw CommandError(.failed, "this version of mezon-bot cannot read both revisions")
        }
        let lines = RevisionDiff(from: from, to: to).lines
        print("# \(older.version) → \(newer.version)" + (lines.isEmpty ? ": no differences" : ""))
        for line in lines { print(line) }
    }
}
