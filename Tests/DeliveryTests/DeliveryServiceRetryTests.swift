import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import Delivery

/// Tests deliveries that are sent again after they were given up.
@Suite(.timeLimit(.minutes(5))) struct DeliveryServiceRetryTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws { testStore = try await TestStore(channels: [Channel(id: 1, clan: .test, label: "c1")]) }

    @Test(arguments: [true, false])
    func `a reopened delivery is searched for at its first send time, not among later messages`(hadArrived: Bool) async throws {
        let sender = sender()
        let store = try testStore.store
        let now = testStore.time.now
        try await ask([("a", 1)])
        if hadArrived { sender.say(.make(text: "a", in: 1, by: .me, id: MessageID(Snowflake.floor(of: now)))) }
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .dead("no answer came"), at: now)])
        testStore.time.step(by: .seconds(1))
        try await running(sender) {
            try await ask([("0", 1)])
            await sender.wait(forArrivals: 1)  // Later requests do not belong to an earlier run.
            try await ask([("b", 1), ("a", 1)])
            await sender.wait(forArrivals: 3)
            #expect(try await store.outbox.reopen(to: [1], since: .distantPast) { _ in true } == 1)
            while try await store.outbox.deliveryCounts()[.sent] != 4 { await Task.yield() }
        }
        #expect(sender.texts(in: 1) == ["0", "b", "a"] + (hadArrived ? [] : ["a"]))
    }

    @Test func `a reopened delivery found in history does not settle a later one`() async throws {
        let sender = failing { $0 == 2 ? .error(.ambiguous("silence")) : nil }
        let store = try testStore.store
        let now = testStore.time.now
        try await ask([("a", 1)])
        sender.say(.make(text: "a", in: 1, by: .me, id: MessageID(Snowflake.floor(of: now))))
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .dead("no answer came"), at: now)])
        testStore.time.step(by: .seconds(1))
        try await running(sender) {
            try await ask([("b", 1)])
            await sender.wait(forArrivals: 1)
            #expect(try await store.outbox.reopen(to: [1], since: .distantPast) { _ in true } == 1)
            while try await store.outbox.deliveryCounts()[.sent] != 2 { await Task.yield() }
        }
        try testStore.restart()
        try await running(sender) {
            try await ask([("b", 1)])
            await whileTimePasses { await sender.wait(forArrivals: 2) }
        }
        #expect(sender.texts(in: 1) == ["b", "b"])
    }
}
