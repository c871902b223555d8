import ArgumentParser
import MezonBotApp
import Moderation
import Storage

/// Prints the files of a revision.
struct RulesShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the files of a rule revision.",
        discussion: "Exit codes: 0 success, 1 no such revision.")

    @Argument(help: ArgumentHelp("Revision id or its beginning (default: the newest)", valueName: "revision"))
    var revision = ""

    @Flag(help: .jsonObject)
    var json = false

    @OptionGroup var data: DataDirectoryOptions

    private struct Revision: Encodable {
        var version: String
        /// The texts of the files by path.
        var files: [String: String]
    }

    func run() async throws {
        let revision = try await data.revision(revision)
        guard let files = RevisionFiles(json: revision.files) else {
            throw CommandError(.failed, "this version of mezon-bot cannot read the revision \(revision.version)")
        }
        guard !json else { return try printJSON(Revision(version: revision.version, files: files.texts)) }
        for (file, text) in files.texts.sorted(by: { $0.key < $1.key }) {
            print("# \(file) of revision \(revision.version)")
            print(text)
        }
    }
}
