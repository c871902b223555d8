import BotKit
import BotTesting
import ChatModel
import Delivery
import Storage
import Testing

/// Tests deliveries that have nothing to do although nothing failed.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceSkippedTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws {
        testStore = try await TestStore(channels: (1...4).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") })
    }

    private struct ReadOnly: DeliveryMiddleware {
        let name = "middleware:read_only"
        func precheck(_ outgoing: ResolvedAction) -> Verdict { .drop("nothing is sent to this channel") }
    }

    private func failures() async throws -> [String] {
        try await testStore.store.journal.entries(after: 0, limit: 100).map(\.kind).filter { $0 != "message" }
    }

    /// A three-way link relays a deletion to two channels. The resulting deletions are relayed again, but have no copies.
    @Test func `a relayed deletion without a copy is skipped and reports no failure`() async throws {
        let deletes = [2, 3].map { RelayedMessage(of: 77, in: ChannelID($0), .delete) }
        let sender = sender()
        let asked = deletes.flatMap { relayed in [1, 4].map { ResolvedAction(channel: $0, request: .relay(relayed)) } }
        try await ask(asked + [ResolvedAction(channel: 1, request: .send("end", answering: nil, topic: 0))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.skipped: 4, .sent: 1])
        #expect(try await failures() == [])
    }

    @Test func `a delivery to a read-only channel is skipped and reports no failure`() async throws {
        let sender = sender()
        try await ask([("a", 1), ("after", 2)])
        try await running(sender, middleware: { $0 == 1 ? [ReadOnly()] : [] }) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes() == ["skipped: middleware:read_only: nothing is sent to this channel", "sent"])
        #expect(try await failures() == [])
    }

    @Test func `a deletion in a read-only channel fails and is reported`() async throws {
        let sender = sender()
        try await ask([
            ResolvedAction(channel: 1, request: .delete(77, topic: 0)),
            ResolvedAction(channel: 2, request: .send("after", answering: nil, topic: 0)),
        ])
        try await running(sender, middleware: { $0 == 1 ? [ReadOnly()] : [] }) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes().first == "failed: middleware:read_only: nothing is sent to this channel")
        #expect(try await failures().count == 1)
    }

    @Test func `a skipped delivery satisfies its dependents and is not sent again`() async throws {
        let sender = sender()
        let relayed = ResolvedAction(channel: 1, request: .relay(RelayedMessage(of: 77, in: 2, .delete)))
        try await ask([relayed, ResolvedAction(channel: 2, request: .send("after", answering: nil, topic: 0))], after: .success)
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.skipped: 1, .sent: 1])
    }
}
