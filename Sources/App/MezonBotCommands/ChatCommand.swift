import ArgumentParser
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient

/// Joins a local gateway as a user.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Join a local gateway as a user.",
        discussion: """
            Received messages are printed; Ctrl-D exits. Lines that start with a slash are commands:
            \(ChatLine.usage.map { "  " + $0 }.joined(separator: "\n"))
            Other lines are sent as messages; @NAME mentions a user.
            If standard input is not a terminal, the command sends its lines, waits for the responses and exits.
            Exit codes: 0 success, 1 a line failed, 69 gateway unreachable or login refused.
            """)

    @Option(name: .customLong("as"), help: ArgumentHelp("User to act as; created if missing", valueName: "name"))
    var name = "guest"

    @Option(help: ArgumentHelp("Channel to talk in", valueName: "label"))
    var channel = "general"

    @Option(help: ArgumentHelp("Gateway URL (default: that of the bot running with the data directory)", valueName: "url"))
    var gateway: String?

    @OptionGroup var data: DataFolderOption

    @OptionGroup var log: LogOptions

    func run() async throws {
        let time = SystemTime()
        do {
            let (url, control) = try await gatewayAddress(time)
            guard let endpoint = GatewayEndpoint(url) else { throw CommandError(.usage, "'\(url)' is not a gateway URL") }
            let gateway = TestGatewayControlClient(url: control, time: time)
            let credentials = try await gateway.account(named: name)
            let user = ChatUser(
                endpoint: endpoint, credentials: credentials, time: time, logger: log.logger("chat", default: .error))
            try await ChatConsole(
                user: user, start: channel, isTerminal: Terminal(STDIN_FILENO, environment: [:]).isInteractive, time: time
            ).run()
        } catch let error as SessionError {
            throw CommandError(.gateway, "\(error)")
        } catch SocketError.loginRefused(let reason) {
            throw CommandError(.gateway, reason)
        } catch let error as ChatConsole.InputError {
            throw CommandError(.failed, error.description)
        }
    }

    /// The URLs of the gateway and its control endpoint. Waits for a bot that is just starting.
    private func gatewayAddress(_ time: SystemTime) async throws -> (url: String, control: String) {
        if let gateway { return (gateway, gateway + "/control") }
        let file = ReadyFile.path(in: data.folder)
        for attempt in 0..<40 {
            if let ready = try? ReadyFile.read(from: file), let control = ready.control { return (ready.gateway, control) }
            if attempt == 4 { printError("waiting for a bot with the data directory '\(data.folder)'…") }
            try await time.sleep(for: .milliseconds(250))
        }
        throw CommandError(
            .gateway,
            "no bot is running with the data directory '\(data.folder)'; start one with `mezon-bot --config config.yaml`, or pass --gateway"
        )
    }
}
