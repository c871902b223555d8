import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

/// Requests that cannot be verified: calls, and the creation of channels.
@Suite(.timeLimit(.minutes(15)))
struct UnverifiableDeliveryTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func asked(_ action: Action) throws -> ResolvedAction {
        try #require(ResolvedAction(action, for: .message(.make(text: "bad", in: .general, id: 77))))
    }

    private static let actions: [(action: Action, name: String)] = [
        (.call("CreateEvent", Data([8, 1])), "the call"),
        (.clan(.createChannel(NewChannel("plans"), of: .test)), "the creation of a channel"),
        (.account(.createGroup([102], name: "plans")), "the creation of a group"),
    ]

    @Test(arguments: actions)
    func `what is not acknowledged is not repeated`(action: Action, name: String) async throws {
        let sender = failing { $0 == 1 ? .lostAck : nil }
        try await ask([try asked(action), try asked(.reply("seen"))])
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 2) }
        #expect(
            try await outcomes() == ["dead: not acknowledged; \(name) cannot be verified, so it is not repeated", "sent"])
        #expect(sender.calls == 2)
    }

    @Test(arguments: actions)
    func `what an earlier process attempted is not repeated`(action: Action, name: String) async throws {
        let sender = sender()
        try await ask([try asked(action), try asked(.reply("seen"))])
        let first = try #require(try await testStore.store.outbox.openDeliveries(after: 0, limit: 1).first)
        try await testStore.store.outbox.settle([
            DeliveryResult(
                delivery: first.id, outcome: .retry(at: testStore.time.now, reason: "attempt in progress"), at: testStore.time.now
            )
        ])
        try testStore.restart()
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes().first == "dead: not acknowledged; \(name) cannot be verified, so it is not repeated")
        #expect(sender.texts(in: .general) == ["seen"])
    }

    @Test func `a call keeps its bytes in the outbox and is sent once`() async throws {
        let call = try asked(.call("CreateEvent", Data([8, 1, 0xFF])))
        let sender = sender()
        try await ask([call])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.arrivals.map(\.outgoing) == [call])
    }
}
