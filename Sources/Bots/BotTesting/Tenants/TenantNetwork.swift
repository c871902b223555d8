import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import IRC
import Logging
import Storage
import Synchronization

/// A real IRC server on loopback with the channels to which the clans' links lead. Whatever is heard there is shown to the oracle.
package final class TenantNetwork: Sendable {
    private struct State {
        var heard = 0
        var ended: Set<String> = []
        var waiting: CheckedContinuation<Void, Never>?
    }

    private static let rooms = ["#hall", "#news"]
    private static let end = "the soak test is over"

    private let server: IRCServerProcess
    private let listener: IRCClient
    private let speaker: IRCClient
    private let logger = Logger(label: "tenants.irc") { _ in SwiftLogNoOpLogHandler() }
    private let state = Mutex(State())

    /// - Throws: `IRCServerProcess.LaunchError`.
    package init(_ kind: IRCServerProcess.Kind) async throws {
        server = try IRCServerProcess(kind)
        try await server.start()
        let (port, logger) = (server.port, logger)
        func client(_ nick: String) -> IRCClient {
            IRCClient(
                IRCSettings(
                    host: "127.0.0.1", port: port, tls: .off, nick: nick, channels: Self.rooms.map { .init($0) },
                    pace: .init(burst: 100_000, every: .seconds(1))), time: SystemTime(), random: SystemRandomNumberGenerator(),
                logger: logger)
        }
        listener = client("listener")
        speaker = client("speaker")
    }

    /// The connection settings of the bot.
    package var settings: String {
        "host: 127.0.0.1, port: \(server.port), tls: off, nick: bot, rate_limit: { burst: 100000, every: 1s }"
    }

    /// The number of lines that were heard.
    package var heard: Int { state.withLock { $0.heard } }

    /// Runs until cancelled.
    func run(_ oracle: TenantOracle) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.listener.run() }
            group.addTask { try await self.speaker.run() }
            group.addTask { while await self.speaker.next() != nil {} }
            while let events = await listener.next() {
                for case .message(let said) in events { hear(said, oracle) }
            }
        }
    }

    func waitUntilThere() async throws {
        for room in Self.rooms {
            try await listener.waitUntilJoined(room)
            try await speaker.waitUntilJoined(room)
        }
    }

    /// Returns once everything has been heard that the server took before.
    func waitForTheEnd() async throws {
        for room in Self.rooms { try await speaker.send([IRCText(Self.end)], in: room) }
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                guard state.ended.count < Self.rooms.count else { return true }
                state.waiting = waiter
                return false
            }
            if isOver { waiter.resume() }
        }
    }

    /// The connection of the bot, over its store.
    func connectors(of compiled: [ConnectionSettings], in store: Store, time: any TimeSource) async throws
        -> ConnectorRegistry
    {
        try await ConnectorRegistry(
            compiled, connectors: [IRCConnector.self], store: store, me: TenantPlan.bot, time: TenantNetworkTime(wall: time),
            random: { SystemRandomNumberGenerator() }, logger: logger)
    }

    private func hear(_ said: IRCMessage, _ oracle: TenantOracle) {
        if said.text != Self.end {
            oracle.look(at: Draft(said.text), in: ChannelID(connection: "net", channel: said.channel))
            return state.withLock { $0.heard += 1 }
        }
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.ended.insert(said.channel)
            guard state.ended.count == Self.rooms.count else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiter?.resume()
    }
}

/// The soak test's time of day with the machine's own sleep, for connections to a server that knows no other.
private struct TenantNetworkTime: TimeSource {
    let wall: any TimeSource
    private let machine = SystemTime()

    init(wall: any TimeSource) { self.wall = wall }

    var now: Date { wall.now }
    var uptime: Duration { machine.uptime }
    func sleep(until uptime: Duration) async throws { try await machine.sleep(until: uptime) }
}
