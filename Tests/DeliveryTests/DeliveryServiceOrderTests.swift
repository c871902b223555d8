import BotKit
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

/// Tests the order of one author's actions in a turn across channels.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceOrderTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws {
        testStore = try await TestStore(channels: (1...4).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") })
    }

    private func say(_ text: String, in channel: ChannelID) -> ResolvedAction {
        ResolvedAction(channel: channel, request: .send(Draft(text), answering: nil, topic: 0))
    }

    @Test func `an action waits for the previous one in another channel`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let sender = sender(gate: { if $0.channel == 1 { for await _ in held {} } })
        try await ask([say("first", in: 1), say("second", in: 2)], after: .settled)
        try await ask([say("another turn", in: 3)], after: .settled)
        try await running(sender) {
            await sender.wait(forArrivals: 1)
            #expect(sender.arrivals.map(\.outgoing.channel) == [3])
            release.finish()
            await sender.wait(forArrivals: 3)
        }
        #expect(sender.arrivals.map(\.outgoing.channel) == [3, 1, 2])
    }

    @Test(arguments: [
        (NewDelivery.Dependency.nothing, ["sent", "sent"]), (.settled, ["sent", "sent"]),
        (.success, ["failed: an earlier action failed", "failed: an earlier action failed"]),
    ])
    func `an action after a failed one follows its dependency`(after: NewDelivery.Dependency, rest: [String]) async throws {
        let sender = failing { $0 == 1 ? .error(.refused(code: 7, "permission denied")) : nil }
        // In one channel, so that the first call belongs to the first action regardless of its dependency.
        try await ask([say("a", in: 1), say("b", in: 1), say("c", in: 1)], after: after)
        try await ask([say("end", in: 1)])
        try await running(sender) { await sender.wait(forArrivals: rest == ["sent", "sent"] ? 3 : 1) }
        #expect(try await outcomes() == ["failed: the bot may not write in #c1 (permission denied)"] + rest + ["sent"])
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `channels that wait for each other complete in order`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for turn in 0..<60 {
            let requests = (0..<4).map { say("\(turn) \($0)", in: Bool.random(using: &random) ? 1 : 2) }
            try await ask(requests, after: Bool.random(using: &random) ? .settled : .success)
        }
        let sender = failing { $0 % 7 == 3 ? .lostAck : nil }
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 240) }
        let texts = sender.arrivals.compactMap { $0.outgoing.draft?.content.text.split(separator: " ").compactMap { Int($0) } }
        for turn in 0..<60 { #expect(texts.filter { $0[0] == turn }.map { $0[1] } == [0, 1, 2, 3]) }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 240])
    }

    @Test func `an action keeps waiting across a restart`() async throws {
        let sender = failing { $0 == 1 ? .error(.unavailable("busy", retryAfter: .seconds(60))) : nil }
        try await ask([say("first", in: 1), say("second", in: 2)], after: .success)
        try await running(sender) {
            await testStore.time.waitForSleepers()
        } ending: {
            await testStore.time.waitForSleepers(2)  // The delivery and the shutdown deadline.
            testStore.time.advance(by: .seconds(5))
        }
        #expect(sender.arrivals == [])
        try testStore.restart()
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 2) }
        #expect(sender.arrivals.map(\.outgoing.channel) == [1, 2])
    }
}
