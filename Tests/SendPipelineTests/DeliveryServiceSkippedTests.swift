import BotKit
import MezonModel
import MezonTesting
import Persistence
import SendPipeline
import Testing

/// Deliveries of which nothing is to be seen, though nothing has failed.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceSkippedTests: DeliveryServiceHarness {
    let house: TestStore

    init() async throws {
        house = try await TestStore(channels: (1...4).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") })
    }

    private struct ReadOnly: DeliveryMiddleware {
        let name = "hook:read_only"
        func precheck(_ outgoing: ResolvedAction) -> Verdict { .drop("nothing is sent to this channel") }
    }

    private func failures() async throws -> [String] {
        try await house.store.entries(after: 0, limit: 100).map(\.kind).filter { $0 != "message" }
    }

    /// A three-way link carries a delete to two channels; the copies that go there are told of again, and nothing is a copy of them.
    @Test func `a relayed delete of our own copy is skipped, and nobody is told of a failure`() async throws {
        let deletes = [2, 3].map { RelayedMessage(of: 77, in: ChannelID($0), .delete) }
        let sender = sender()
        let asked = deletes.flatMap { relayed in [1, 4].map { ResolvedAction(channel: $0, request: .relay(relayed)) } }
        try await ask(asked + [ResolvedAction(channel: 1, request: .send("end", answering: nil, topic: 0))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await house.store.deliveryCounts() == [.skipped: 4, .sent: 1])
        #expect(try await failures() == [])
    }

    @Test func `an answer in a channel that is only read is skipped, and nobody is told of a failure`() async throws {
        let sender = sender()
        try await ask([("a", 1), ("after", 2)])
        try await running(sender, hooks: { $0 == 1 ? [ReadOnly()] : [] }) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes() == ["skipped: hook:read_only: nothing is sent to this channel", "sent"])
        #expect(try await failures() == [])
    }

    @Test func `a message that should be deleted where nothing is sent stays there, and that is told`() async throws {
        let sender = sender()
        try await ask([
            ResolvedAction(channel: 1, request: .delete(77, topic: 0)),
            ResolvedAction(channel: 2, request: .send("after", answering: nil, topic: 0)),
        ])
        try await running(sender, hooks: { $0 == 1 ? [ReadOnly()] : [] }) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes().first == "failed: hook:read_only: nothing is sent to this channel")
        #expect(try await failures().count == 1)
    }

    @Test func `what waits for a skipped delivery is carried out, and what was skipped is not sent again`() async throws {
        let sender = sender()
        let relayed = ResolvedAction(channel: 1, request: .relay(RelayedMessage(of: 77, in: 2, .delete)))
        try await ask([relayed, ResolvedAction(channel: 2, request: .send("after", answering: nil, topic: 0))], after: .success)
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await house.store.deliveryCounts() == [.skipped: 1, .sent: 1])
    }
}
