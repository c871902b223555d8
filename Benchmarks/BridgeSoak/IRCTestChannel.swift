import BotConfiguration
import BotTesting
import ChatModel
import ConnectorKit
import IRC
import Logging
import Synchronization

/// A channel of a real IRC server. If the server keeps no history, messages are only sent while the bot is present, because it could not
/// receive them otherwise.
final class IRCTestChannel: RemoteTestChannel {
    private struct State {
        var heard: [String] = []
        var said: Set<Int> = []
        var isPaused = false
    }

    private static let name = "#room"
    private static let bot = "bridge"

    private let server: IRCServerProcess
    private let listener: IRCClient
    private let speaker: IRCClient
    private let time: SystemTime
    private let state = Mutex(State())
    let keepsHistory: Bool
    let knowsRepeats = false

    init(_ server: IRCServerProcess, time: SystemTime) {
        let port = server.port
        func client(_ nick: String) -> IRCClient {
            IRCClient(
                IRCSettings(
                    host: "127.0.0.1", port: port, tls: .off, nick: nick, channels: [.init(Self.name)],
                    pace: .init(burst: 100_000, every: .seconds(1))), time: time, random: SystemRandomNumberGenerator(),
                logger: Logger(label: nick) { _ in SwiftLogNoOpLogHandler() })
        }
        self.server = server
        keepsHistory = server.kind == .inspircd
        listener = client("listener")
        speaker = client("speaker")
        self.time = time
    }

    var section: String {
        """
        connections:
          net:
            irc: { host: 127.0.0.1, port: \(server.port), tls: off, nick: bridge, rate_limit: { burst: 100000, every: 1s } }
            channels: { room: "#room" }
        """
    }

    func heard() async throws -> [String] { state.withLock { $0.heard } }
    var said: Set<Int> { state.withLock { $0.said } }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.listener.run() }
            group.addTask { try await self.speaker.run() }
            group.addTask { while await self.speaker.next() != nil {} }
            while let events = await listener.next() {
                let texts = events.compactMap { event -> String? in
                    guard case .message(let said) = event, said.by.nick.hasPrefix(Self.bot), !said.isLate else { return nil }
                    return said.text
                }
                state.withLock { $0.heard += texts }
            }
        }
    }

    func waitUntilThere() async throws {
        try await listener.waitUntilJoined(Self.name)
        try await speaker.waitUntilJoined(Self.name)
    }

    func waitForBot() async throws {
        while !speaker.nicks(in: Self.name).spellings.contains(where: { $0.hasPrefix(Self.bot) }) {
            try await time.sleep(for: .milliseconds(2))
        }
    }

    func kill() async {
        state.withLock { $0.isPaused = true }
        server.kill()
    }

    func restart() async throws {
        try await server.start()
        try await waitUntilThere()
        state.withLock { $0.isPaused = false }
    }

    func say(_ text: String) async throws {
        while true {
            while state.withLock({ $0.isPaused }) { try await time.sleep(for: .milliseconds(10)) }
            try await speaker.waitUntilJoined(Self.name)
            if !keepsHistory { try await waitForBot() }
            do {
                try await speaker.send([IRCText(text)], in: Self.name)
                let number = text.split(separator: " ").last.flatMap { Int($0) }
                state.withLock { if let number { $0.said.insert(number) } }
                return
            } catch .notConnected, .notJoined {
                continue
            } catch {
                return  // The message may have been sent, so it cannot be counted.
            }
        }
    }
}
