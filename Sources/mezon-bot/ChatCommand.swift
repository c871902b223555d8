import ArgumentParser
import Foundation
import Logging
import MezonBot
import MezonModel
import MezonSession
import MezonSocket

/// Joins a local gateway as a user.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Join a local gateway as a person.",
        discussion: """
            What is typed is said in the channel, what arrives is printed, Ctrl-D ends it. A line that starts with a slash is done:
            \(ChatLine.usage.map { "  " + $0 }.joined(separator: "\n"))
            With standard input not a terminal it says the lines, waits until all is quiet and ends.
            """)

    @Option(name: .customLong("as"), help: "Who to be; made where there is none of that name.")
    var name = "guest"

    @Option(help: "The channel to talk in.")
    var channel = "general"

    @Option(help: ArgumentHelp("The gateway's URL.", discussion: "Otherwise that of the bot that runs with the data folder."))
    var gateway: String?

    @Option(help: "The data folder of the running bot.")
    var data = "data"

    @OptionGroup var log: LogOptions

    func run() async throws {
        let time = SystemTime()
        do {
            let (url, control) = try await place(time)
            guard let endpoint = GatewayEndpoint(url) else { throw ValidationError("'\(url)' is not the URL of a gateway") }
            let gateway = TestGatewayControlClient(url: control, time: time)
            let credentials = try await gateway.account(named: name)
            let person = ChatUser(
                endpoint: endpoint, credentials: credentials, time: time, logger: log.logger("chat", unlessSaid: .error))
            try await ChatConsole(
                person: person, start: channel, isTerminal: isatty(STDIN_FILENO) == 1, time: time
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
    private func place(_ time: SystemTime) async throws -> (url: String, control: String) {
        if let gateway { return (gateway, gateway + "/control") }
        let file = ReadyFile.path(in: data)
        for attempt in 0..<40 {
            if let ready = try? ReadyFile.read(from: file), let control = ready.control { return (ready.gateway, control) }
            if attempt == 4 { printError("waiting for a bot to run with the data folder '\(data)'…") }
            try await time.sleep(for: .milliseconds(250))
        }
        throw CommandError(
            .gateway,
            "no bot runs with the data folder '\(data)'; start one with `mezon-bot --config config.yaml`, or name a --gateway")
    }
}
