import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import Logging
import Synchronization
import Testing

@testable import MezonBotApp

/// The settings of a network that repeats what is said.
private struct EchoSettings: Hashable, Sendable {
    var nick: String
    var repeats: Int

    init?(_ reader: inout SettingsReader) {
        let nick = reader.requiredText("nick", "The name of the echo.", example: "echo")
        repeats = reader.number("repeats", "The number of repetitions (default: 1).", in: 1...3) ?? 1
        if nick == "nobody" { reader.reject("nick", "bad-nick", "an echo has a name", suggestion: "write echo") }
        reader.channels(on: ("echo.example", 7), "a channel is a word", where: { !$0.contains(" ") })
        guard let nick else { return nil }
        self.nick = nick
    }
}

/// A connector that uses public API only.
private final class EchoConnector: Connector {
    static let network = "echo"
    static let title = "Echo"
    static let summary: StaticString = "A network that repeats what is said."

    private let connection: Connection<EchoSettings>
    private let isRunning = Mutex(false)

    init(_ connection: Connection<EchoSettings>) { self.connection = connection }

    static func settings(_ reader: inout SettingsReader) -> EchoSettings? { EchoSettings(&reader) }

    static func check(_ settings: EchoSettings) async -> [ConnectorFinding] {
        settings.repeats > 1 ? [.problem("it repeats itself", advice: "remove 'repeats'")] : [.good("it answers")]
    }

    func run() async throws {
        isRunning.withLock { $0 = true }
        connection.resumeSending()
        try await connection.sleep(for: .seconds(3600))
    }

    var status: ConnectorStatus {
        isRunning.withLock { $0 }
            ? connection.status("listening", isConnected: true) : connection.status("silent", isConnected: false)
    }

    func sender(for channel: ChannelID) -> ChannelSender? {
        connection.sender { [connection] message in
            let text = "I hear \(message.author ?? "the bot")"
            try await connection.receive([
                .message(
                    text, id: "echo of \(message.id)", in: message.channel, by: ConnectorUser(name: connection.settings.nick))
            ])
            return message.id
        }
    }
}

/// Tests a connector that a program registers beside those of mezon-bot.
@Suite(.timeLimit(.minutes(15)))
struct RegisteredConnectorTests {
    private static let connectors: [any Connector.Type] = .standard + [EchoConnector.self]
    private static let ports = """
        connections:
          hills: { echo: { nick: echo }, channels: { valley: valley } }
        """
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func check(
        _ text: String, connectors: [any Connector.Type] = connectors
    ) throws -> (compiled: CompiledConfiguration?, errors: [String]) {
        let folder = try TemporaryDirectory()
        try "version: 1\n\(text)\n".write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]), connectors: connectors, environment: [:])
        let errors = report.diagnostics.filter { $0.severity == .error }
        return (compiled, errors.map { "\($0.position.line):\($0.position.column) \($0.code)" })
    }

    @Test(arguments: [
        ("echo: { nick: nobody }", "a: b", ["4:19 bad-nick"]), ("echo: { repeats: 1 }", "a: b", ["4:11 missing-key"]),
        ("echo: { nick: a, repeats: 9 }", "a: b", ["4:31 wrong-number"]),
        ("echo: { nick: a, nock: b }", "a: b", ["4:22 unknown-key"]),
        ("echo: { nick: a }", "a: \"b c\"", ["5:20 bad-channel"]), ("echo: { nick: a }", "a: b, c: b", ["5:23 duplicate-name"]),
        ("echo: { nick: a }\n    files: { max_size: 1MB }", "a: b", ["5:12 contradiction"]),
    ])
    func `invalid settings of a registered connector are reported at their source position`(
        network: String, channels: String, errors: [String]
    ) throws {
        #expect(try check("connections:\n  hills:\n    \(network)\n    channels: { \(channels) }").errors == errors)
    }

    @Test func `two connections of a registered connector to the same channel are an error`() throws {
        let again = "\n  more: { echo: { nick: echo }, channels: { canyon: valley } }"
        #expect(try check(Self.ports + again).errors == ["4:45 same-room"])
    }

    @Test func `a network without a connector is unknown`() throws {
        #expect(try check(Self.ports, connectors: .standard).errors.map { $0.split(separator: " ")[1] }.contains("unknown-key"))
    }

    @Test func `the schema contains the keys of registered connectors only`() throws {
        let text = try ConfigurationSchema.make(connectors: Self.connectors).text()
        #expect(text.contains(EchoConnector.summary.description) && text.contains("The number of repetitions (default: 1)."))
        #expect(try !ConfigurationSchema.make().text().contains(EchoConnector.summary.description))
    }

    @Test func `the probe reports the status of a registered connector`() async throws {
        let compiled = try #require(try check(Self.ports).compiled)
        let statuses = try await ConnectionProbe(compiled, time: SystemTime(), logger: logger, timeout: .seconds(60)).run()
        #expect(statuses.flatMap(\.lines) == ["hills  Echo, listening", "  valley  ok"])
    }

    @Test(arguments: [("echo", "✓ hills: it answers"), ("echo, repeats: 2", "✗ hills: it repeats itself — remove 'repeats'")])
    func `the doctor reports the findings of a registered connector`(settings: String, line: String) async throws {
        let compiled = try #require(
            try check(Self.ports.replacing("nick: echo", with: "nick: \(settings)") + "\nbot: { gateway: local }").compiled)
        let folder = try TemporaryDirectory()
        var lines: [String] = []
        try await DoctorService(
            compiled, dataFolder: folder.path, time: SystemTime(), logger: logger, timeout: .seconds(300)
        ).run { lines.append($0.line) }
        #expect(lines.contains(line))
    }

    @Test func `a link relays messages from and to a registered connector`() async throws {
        let config = Self.ports + "\nrelays:\n  hike: { between: [general, valley] }"
        try await LiveApplication.run([], connectors: Self.connectors, config: config) { application in
            _ = try await application.guest.say("halloo", in: application.channel)
            for await event in application.heard {
                guard case .message(let message) = event, message.author.id != application.guestID else { continue }
                #expect(message.text == "echo: I hear Guest")
                return
            }
        }
    }
}
