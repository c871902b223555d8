import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import ModelContextServer
import UnixSignals

/// Serves the Model Context Protocol on standard input and output.
struct McpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an assistant program look at the bot.",
        discussion: """
            Serves the Model Context Protocol on standard input and output; the assistant program starts it. Its tools search messages, \
            explain decisions, list cases, check, test and backtest rules, each by a command of this program. Works with and without a running \
            bot. Calls that still run when the input ends are cancelled. \
            Assistants that start no programs use HTTP: see `console: { assistants }`. \
            Exit codes: 0 when either stream closes.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Offer tools that change the bot too: undo, retry, pause, resume, reload and trigger")
    var allowChanges = false

    func run() async throws {
        let session = ServerSession(
            .program(version: Build.version), tools: ServerTool.offered(allowingChanges: allowChanges),
            resources: ServerResource.all,
            target: CommandTarget(
                configuration: config, data: data.configured(by: config).folder, keyFile: data.keyFile, assistant: "mcp"))
        let server = ContextServer(session, runner: CommandRunner(program: CommandRunner.thisProgram, time: SystemTime()))
        // Commands that still run are killed when a signal ends the server.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.run(InputLines(STDIN_FILENO), output: OutputLines(STDOUT_FILENO)) }
            group.addTask { for await _ in signals { break } }
            await group.next()
            group.cancelAll()
        }
    }
}
