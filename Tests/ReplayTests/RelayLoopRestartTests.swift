import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage
import Testing

/// Three clans, one of which is linked with both others, and a foreign bridge between these.
@Suite(.timeLimit(.minutes(15)))
struct RelayLoopRestartTests {
    private static let channels = (1...3).map {
        Channel(id: ChannelID(1_900_000_000_000_000_010 + $0), clan: ClanID(1_900_000_000_000_000_000 + $0), label: "c\($0)")
    }

    private static func plan() throws -> CompiledConfiguration {
        let names = channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")
        let config = """
            version: 1
            names: { channels: { \(names) } }
            relays:
              one: { from: c1, to: c2 }
              two: { from: c3, to: c2 }

            """
        let (plan, report) = CompiledConfiguration.check(texts: ["config.yaml": config], root: "config.yaml", registry: .init([]))
        return try #require(plan, "\(report)")
    }

    private static func say(_ text: String, by author: Author, in channel: Channel, _ harness: RuleTestHarness) async throws {
        try await harness.store.journal.append([
            .make(.make(text: text, in: channel.id, by: author, clan: channel.clan, at: harness.testStore.time.now))
        ])
        try await harness.work()
    }

    @Test(arguments: [false, true])
    func `a foreign bridge's copy is not relayed a second time, also after a restart`(isRestarted: Bool) async throws {
        let harness = try await RuleTestHarness(
            try Self.plan(), as: 1_900_000_000_000_000_101, clan: Self.channels[0].clan, channels: Self.channels,
            members: [Member(clan: Self.channels[0].clan, user: Author.an.id)])
        try await Self.say("see you all tomorrow", by: .an, in: Self.channels[0], harness)
        if isRestarted { try await harness.restart() }
        let bridge = Author(id: 70, username: "bridge")
        try await Self.say("<\(Author.an.name)> see you all tomorrow", by: bridge, in: Self.channels[2], harness)
        let reader = try harness.store.reader
        #expect(try await reader.deliveries(after: 0, limit: 10).map(\.destination) == [Self.channels[1].id])
        var differences: [String] = []
        _ = try await Replayer(reader, today: try await reader.directoryLookup()).run { differences.append("\($0)") }
        #expect(differences == [])
    }
}
