import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

/// Tests copies of relayed messages whose originals change before the copies are sent, or become longer or shorter.
@Suite(.timeLimit(.minutes(15)))
struct RelayedCopyTests: DeliveryServiceHarness {
    private static let destination = ChannelID.random

    let testStore: TestStore
    private let original = Message.make(text: "my number is 555 1234")

    init() async throws { testStore = try await TestStore() }

    private func relay(_ operation: RelayedMessage.Operation) -> ResolvedAction {
        ResolvedAction(
            channel: Self.destination, request: .relay(RelayedMessage(of: original.id, in: original.channel, operation)))
    }

    private func show(_ draft: Draft) async throws {
        try await ask([relay(.show(draft, answering: nil))], because: .make(original))
    }

    private func edit(to draft: Draft) async throws {
        var edited = original
        edited.code = .update
        edited.content = draft.content
        edited.updatedAt += 5
        try await ask([relay(.edit(draft))], because: .make(edited))
    }

    private func delete() async throws {
        let removal = Removal(
            message: original.id, clan: original.clan, channel: original.channel, sender: original.author.id,
            at: original.createdAt + 5)
        try await ask(
            [relay(.delete)], because: NewEntry(event: .delete(removal), frame: [1], receivedAt: original.createdAt + 5))
    }

    /// Lets the first copy be refused, what follows be settled, and the copy be sent again.
    private func resendAfter(_ change: () async throws -> Void) async throws -> RecordingSender {
        try await show("my number is 555 1234")
        let refusing = failing { $0 == 1 ? .error(.refused(code: 7, "permission denied")) : nil }
        try await running(refusing) { await refusing.wait(calls: 1) }
        try await change()
        try await ask([("noise", .general)])
        let first = sender()
        try await running(first) { await first.wait(forArrivals: 1) }
        let outbox = try testStore.store.outbox
        #expect(try await outbox.reopen(to: [Self.destination], since: .distantPast, where: { _ in true }) == 1)
        try await ask([("end", Self.destination)])
        let second = sender()
        try await running(second) { await second.wait(forArrivals: 1) }
        return second
    }

    @Test func `a copy that is sent again after its original was deleted is skipped`() async throws {
        let sender = try await resendAfter { try await delete() }
        #expect(sender.texts(in: Self.destination) == ["end"])
        #expect(try await outcomes().contains("skipped: \(original.id) was deleted before its copy was sent"))
    }

    @Test func `a copy that is sent again after its original was edited has the new text`() async throws {
        let sender = try await resendAfter { try await edit(to: "my number is secret") }
        #expect(sender.texts(in: Self.destination).first == "my number is secret")
    }

    @Test func `a copy that is sent again is the original if nothing has changed`() async throws {
        let sender = try await resendAfter {}
        #expect(sender.texts(in: Self.destination).first == "my number is 555 1234")
    }

    /// Lets the first copy be given up, and be sent again after a change, with a message of the same text in history.
    private func resendArrived(after change: () async throws -> Void) async throws -> (RecordingSender, arrived: MessageID) {
        try await show("my number is 555 1234")
        let failing = failing { _ in .error(.unavailable("down", retryAfter: nil)) }
        try await running(failing, timePasses: true) { await failing.wait(calls: 12) }
        #expect(try await outcomes().first?.hasPrefix("dead") == true)
        try await change()
        let first = sender()
        try await ask([("noise", .general)])
        try await running(first) { await first.wait(forArrivals: 1) }
        let outbox = try testStore.store.outbox
        #expect(try await outbox.reopen(to: [Self.destination], since: .distantPast, where: { _ in true }) == 1)
        let arrived = Message.make(text: "my number is 555 1234", in: Self.destination, by: .me)
        let second = sender()
        second.say(arrived)
        try await running(second) { await second.wait(forArrivals: 1) }
        return (second, arrived.id)
    }

    @Test func `a copy that had arrived before it was given up is edited, not doubled`() async throws {
        let (sender, arrived) = try await resendArrived { try await edit(to: "my number is secret") }
        #expect(sender.arrivals.map(\.outgoing.request) == [.edit(arrived, "my number is secret", topic: 0)])
        try await delete()
        let next = self.sender()
        try await running(next) { await next.wait(forArrivals: 1) }
        #expect(next.arrivals.map(\.outgoing.request) == [.delete(arrived, topic: 0)])
    }

    @Test func `a copy that had arrived before it was given up is deleted with its original`() async throws {
        let (sender, arrived) = try await resendArrived { try await delete() }
        #expect(sender.arrivals.map(\.outgoing.request) == [.delete(arrived, topic: 0)])
    }

    @Test func `an edit changes all parts of a copy, removes those that are left over and adds those that are missing`()
        async throws
    {
        let long = Draft(String(repeating: "long text ", count: 700))
        try await show(long)
        let first = sender()
        try await running(first) { await first.wait(forArrivals: 2) }
        let parts = first.arrivals.map(\.message)
        #expect(parts.count == 2)

        try await edit(to: "short")
        let second = sender()
        try await running(second) { await second.wait(forArrivals: 2) }
        #expect(
            second.arrivals.map(\.outgoing.request) == [.edit(parts[0], "short", topic: 0), .delete(parts[1], topic: 0)])

        // The deleted part is not edited again.
        try await edit(to: long)
        let third = sender()
        try await running(third) { await third.wait(forArrivals: 2) }
        #expect(third.arrivals.map(\.outgoing.request.kind) == ["edit", "send"])
    }

    @Test func `an edit that makes a copy longer continues in another message, which later edits know`() async throws {
        try await show("short")
        let first = sender()
        try await running(first) { await first.wait(forArrivals: 1) }
        try await edit(to: Draft(String(repeating: "long text ", count: 700)))
        let second = sender()
        try await running(second) { await second.wait(forArrivals: 2) }
        #expect(second.arrivals.map(\.outgoing.request.kind) == ["edit", "send"])
        try await delete()
        let third = sender()
        try await running(third) { await third.wait(forArrivals: 2) }
        #expect(
            third.arrivals.map(\.outgoing.request) == [
                .delete(first.arrivals[0].message, topic: 0), .delete(second.arrivals[1].message, topic: 0),
            ])
    }
}
