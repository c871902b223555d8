import ArgumentParser
import MezonBotApp

/// Activates an earlier revision.
struct RulesRollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Activate an earlier rule revision in the running bot.",
        discussion: """
            The files on disk are unchanged; they are loaded again at their next change or a restart. \
            Exit codes: 0 success, 1 no such revision or no bot running.
            """)

    @Argument(help: ArgumentHelp("Revision id or its beginning (default: the previous one)", valueName: "revision"))
    var revision: String?

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        print(try data.ask(.rollBack(version: revision)).lines.joined(separator: "\n"))
    }
}
