import ArgumentParser
import ChatModel
import MezonBotApp
import Storage

/// Exports the stored data of a user.
struct ExportUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-user",
        abstract: "Export the data of a user as JSON Lines.",
        discussion: """
            Prints the user and names, memberships, entries and outcomes, cases, and the state of bots and rules about the user. Works \
            with and without a running bot. Exit codes: 0 success, 1 no data about the user.
            """)

    @Argument(help: "User id")
    var id: UserArgument

    @OptionGroup var data: DataDirectoryOptions

    func run() async throws {
        let user = id.user
        try await data.reading { reader in
            guard try await reader.knows(user) else { throw CommandError(.failed, "no data is stored about the user \(user)") }
            let meter = ProgressMeter(of: try await reader.lastSequence())
            defer { meter.end() }
            try await UserDataExport(reader, of: user).run(progress: { meter.advance(to: $0) }) { print($0) }
        }
    }
}
