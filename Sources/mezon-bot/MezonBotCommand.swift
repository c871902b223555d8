import ArgumentParser

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

@main
struct MezonBotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mezon-bot",
        abstract: "Chat bots and automation for Mezon.",
        discussion: """
            Without credentials it starts its own gateway on loopback: run it, then `mezon-bot chat --as guest` in a second terminal.
            With MEZON_BOT_ID and MEZON_BOT_TOKEN in the environment the same configuration runs against Mezon.

            Exit codes: 0 well, 1 failed, 2 configuration errors, 64 usage, 69 gateway unreachable or login refused, \
            75 another instance owns the data.
            """,
        subcommands: [
            Run.self, Check.self, Schema.self, Test.self, Chat.self, Gateway.self, Journal.self, Search.self,
            Explain.self, Cases.self, Case.self, Undo.self, Replay.self, Backtest.self, Record.self, Rules.self, Reload.self,
            Health.self, Doctor.self, Fire.self, Letters.self,
        ],
        defaultSubcommand: Run.self)

    static func main() async {
        // A closed pipe or a file-size limit is an error to handle, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        setvbuf(stdout, nil, _IOLBF, 0)  // Line by line into a pipe too, so that nothing is lost to a kill.
        do {
            try Self.checkWords(CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            complain("mezon-bot: \(failure.message)")
            exit(withError: ArgumentParser.ExitCode(failure.code.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}
