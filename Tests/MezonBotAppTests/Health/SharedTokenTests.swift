import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(5))) struct SharedTokenTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let bot: UserID = 9

    /// Returns a store that has sent these messages.
    private func store(sent: [MessageID], _ testStore: TestStore) async throws -> Store {
        let store = try testStore.store
        try await store.journal.append([.make(.make(id: 1))])
        let deliveries = sent.indices.map {
            NewDelivery(author: "bot:echo", ordinal: $0, destination: .general, payload: [1])
        }
        try await store.turns.commit([Turn(sequence: 1, trace: Trace(), deliveries: deliveries)])
        for (delivery, message) in zip(try await store.outbox.openDeliveries(after: 0, limit: 100), sent) {
            try await store.outbox.settle([DeliveryResult(delivery: delivery.id, outcome: .sent(message), at: testStore.time.now)]
            )
        }
        return store
    }

    @Test func `messages of the bot's account that are not in the outbox raise a warning`() async throws {
        let testStore = try await TestStore()
        let store = try await store(sent: [11], testStore)
        let health = HealthMonitor(startedAt: testStore.time.now)
        let monitor = SharedTokenMonitor(health: health, time: testStore.time, logger: Self.logger) {
            try await store.outbox.unaccounted(among: $0)
        }
        let group = ServiceGroup(configuration: .init(services: [.init(service: monitor)], logger: Self.logger))
        async let outcome: Void = group.run()
        let arrivals = [11, 12, 13].map { id in
            ReceivedEvent(
                frame: [], event: .message(.make(by: Author(id: Self.bot, username: "bot"), id: id)),
                receivedAt: testStore.time.now)
        }
        monitor.note(arrivals, me: Self.bot)
        await testStore.time.advanceToNextSleeper()
        await testStore.time.waitForSleepers()  // A suspicion makes it check again later.
        #expect(health.reasons.map(\.part) == ["session"])
        #expect(health.reasons.first?.lines.first?.contains("another process sends with this bot's token") == true)
        await group.triggerGracefulShutdown()
        try await outcome
    }

    @Test func `sent messages are accounted for in the outbox`() async throws {
        let testStore = try await TestStore()
        let store = try await store(sent: [11, 12], testStore)
        #expect(try await store.outbox.unaccounted(among: [11, 12]) == 0)
        #expect(try await store.outbox.unaccounted(among: [11, 12, 13]) == 1)
    }
}
