import BotTesting
import ChatModel
import Delivery
import Storage
import Testing

/// Tests deliveries that are taken back while they wait, while they are under way, and after they have arrived.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryWithdrawalTests: DeliveryServiceHarness {
    private static let channel = ChannelID.general

    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func send(_ text: String) -> ResolvedAction {
        ResolvedAction(channel: Self.channel, request: .send(Draft(text), answering: nil, topic: 0))
    }

    /// The deliveries so far, in order.
    private func deliveries() async throws -> [Delivery] {
        try await testStore.reader().lines(after: 0, limit: 100).flatMap(\.deliveries).sorted { $0.id < $1.id }
    }

    private func withdraw(_ deliveries: some Sequence<Delivery>) async throws {
        try await ask(
            deliveries.map {
                ResolvedAction(
                    channel: $0.destination, request: .withdraw(DeliveryReference($0.originalID, of: $0.cause)))
            })
    }

    @Test func `requests that wait for the connection are not sent, and later ones are`() async throws {
        let sender = sender()
        sender.disconnect()
        try await running(sender) {
            try await ask([send("one"), send("two")])
            try await withdraw(try await deliveries())
            try await ask([send("three")])
            sender.connect()
            await sender.wait(forArrivals: 1)
        }
        #expect(sender.texts(in: Self.channel) == ["three"])
        let withdrawn = "skipped: it was withdrawn before it was sent", done = "skipped: nothing was sent"
        #expect(try await outcomes() == [withdrawn, withdrawn, done, done, "sent"])
    }

    @Test func `a message that is under way is deleted, and a reaction removed`() async throws {
        let (held, hold) = AsyncStream<Void>.makeStream()
        let sender = sender(gate: { if case .send = $0.request { for await _ in held {} } })
        let reaction = ResolvedAction(channel: Self.channel, request: .react("x", message: 7, author: 8))
        try await running(sender) {
            try await ask([reaction, send("one")])
            await sender.wait(calls: 2)
            try await withdraw(try await deliveries())
            hold.finish()
            await sender.wait(forArrivals: 4)
        }
        let message = try #require(sender.arrivals.first { $0.outgoing.draft != nil }?.message)
        #expect(
            sender.arrivals.suffix(2).map(\.outgoing.request) == [
                .unreact("x", message: 7, author: 8), .delete(message, topic: 0),
            ])
        #expect(try await outcomes() == ["sent", "sent", "sent", "sent"])
    }

    @Test func `what cannot be taken back stays once it is sent`() async throws {
        let sender = sender()
        try await running(sender) {
            try await ask([ResolvedAction(channel: Self.channel, request: .pin(7)), send("one")])
            await sender.wait(forArrivals: 2)
            try await withdraw(try await deliveries().prefix(1))
            try await ask([send("two")])
            await sender.wait(forArrivals: 3)
        }
        let kept = "skipped: the request was sent before it could be withdrawn"
        #expect(try await outcomes() == ["sent", "sent", kept, "sent"])
    }

    @Test func `a request of an earlier run is not sent if history does not show it`() async throws {
        try await ask([send("one")])
        try await withdraw(try await deliveries())
        try await ask([send("two")])
        let sender = sender()
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.texts(in: Self.channel) == ["two"])
    }

    @Test func `a request that an earlier run has sent without a record is deleted`() async throws {
        try await ask([send("one")])
        try await withdraw(try await deliveries())
        let sender = sender()
        let sent = Message.make(text: "one", in: Self.channel, by: .me)
        sender.say(sent)
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.arrivals.map(\.outgoing.request) == [.delete(sent.id, topic: 0)])
    }

    @Test func `a withdrawal of a delivery that is gone does nothing`() async throws {
        let sender = sender()
        try await running(sender) {
            try await ask([ResolvedAction(channel: Self.channel, request: .withdraw(DeliveryReference(99, of: 98))), send("one")])
            await sender.wait(forArrivals: 1)
        }
        #expect(try await outcomes() == ["skipped: the request is not waiting", "sent"])
    }
}
