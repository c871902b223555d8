import BotConfig
import Logging
import MezonModel
import Relay
import Synchronization

/// Two people of an IRC room: one who hears and counts, one who talks.
final class IRCRoom: Sendable {
    private struct State {
        var heard: [String] = []
        var said: Set<Int> = []
        var isPaused = false
    }

    private static let name = "#room"
    private static let bot = "bridge"

    private let ear: IRCClient
    private let mouth: IRCClient
    private let time: SystemTime
    private let state = Mutex(State())

    init(port: Int, time: SystemTime) {
        func client(_ nick: String) -> IRCClient {
            IRCClient(
                IRCSettings(
                    host: "127.0.0.1", port: port, tls: .off, nick: nick, rooms: [.init(Self.name)],
                    pace: .init(burst: 100_000, every: .seconds(1))), time: time, random: SystemRandomNumberGenerator(),
                logger: Logger(label: nick) { _ in SwiftLogNoOpLogHandler() })
        }
        ear = client("ear")
        mouth = client("mouth")
        self.time = time
    }

    /// What the bot has said there, in that order.
    var heard: [String] { state.withLock { $0.heard } }
    /// The numbers that were said there and that the server has taken.
    var said: Set<Int> { state.withLock { $0.said } }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.ear.run() }
            group.addTask { try await self.mouth.run() }
            group.addTask { while await self.mouth.next() != nil {} }
            while let events = await ear.next() {
                let texts = events.compactMap { event -> String? in
                    guard case .said(let said) = event, said.by.nick.hasPrefix(Self.bot), !said.isLate else { return nil }
                    return said.text
                }
                state.withLock { $0.heard += texts }
            }
        }
    }

    func waitUntilThere() async throws {
        try await ear.waitUntilJoined(Self.name)
        try await mouth.waitUntilJoined(Self.name)
    }

    func waitForBot() async throws {
        while !mouth.nicks(in: Self.name).spelt.contains(where: { $0.hasPrefix(Self.bot) }) {
            try await time.sleep(for: .milliseconds(2))
        }
    }

    func pause() async { state.withLock { $0.isPaused = true } }

    func resume() async throws {
        try await waitUntilThere()
        state.withLock { $0.isPaused = false }
    }

    /// Says a number; tried until the server has taken it, unless it may have.
    ///
    /// - Parameter unheard: whether it is said even where the bot is not there to hear it.
    func say(_ text: String, unheard: Bool) async throws {
        while true {
            while state.withLock({ $0.isPaused }) { try await time.sleep(for: .milliseconds(10)) }
            try await mouth.waitUntilJoined(Self.name)
            if !unheard { try await waitForBot() }
            do {
                try await mouth.say([IRCText(text)], in: Self.name)
                let number = text.split(separator: " ").last.flatMap { Int($0) }
                state.withLock { if let number { $0.said.insert(number) } }
                return
            } catch .notConnected, .notJoined {
                continue
            } catch {
                return  // It may have been said: nobody can count it.
            }
        }
    }
}
