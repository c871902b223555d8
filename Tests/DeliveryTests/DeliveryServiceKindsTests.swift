import BotTesting
import ChatModel
import Delivery
import Foundation
import MezonProtocol
import Storage
import Testing

/// Tests requests other than messages in a known channel: direct messages, ephemeral messages and member actions.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceKindsTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func asked(_ action: Action) throws -> ResolvedAction {
        try #require(ResolvedAction(action, for: .message(.make(text: "bad", in: .general, id: 77))))
    }

    // Direct messages

    @Test(arguments: [nil, RecordingSender.Fault.lostAck, .error(.ambiguous("silence"))])
    func `a direct message is sent once in the channel with its user`(fault: RecordingSender.Fault?) async throws {
        let sender = failing { $0 == 1 ? fault : nil }
        try await ask([try asked(.directMessage("psst", to: 102))])
        try await running(sender, timePasses: true) {
            await sender.wait(forArrivals: 1, reads: fault == nil ? 0 : 1)
            // The delivery result may still be pending.
            while try await testStore.store.outbox.deliveryCounts() != [.sent: 1] { await Task.yield() }
        }
        #expect(sender.texts(in: 102) == ["psst"])
        #expect(Set(sender.conversations) == [102])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 1])
    }

    @Test func `a refused direct message channel fails only that message`() async throws {
        let sender = sender()
        sender.failConversations(.refused(code: 7, "permission denied"))
        try await ask([try asked(.directMessage("psst", to: 102)), try asked(.reply("seen"))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes() == ["failed: the bot may not send this user a direct message (permission denied)", "sent"])
    }

    @Test func `a long direct message is split`() async throws {
        let text = String(repeating: "word ", count: 2000)
        let sender = sender()
        try await ask([try asked(.directMessage(Draft(text), to: 102))])
        try await running(sender) { await sender.wait(forArrivals: 3) }
        #expect(sender.texts(in: 102).joined() == text)
    }

    // Ephemeral messages

    @Test func `an ephemeral message without an acknowledgement is not repeated`() async throws {
        let sender = failing { $0 == 1 ? .lostAck : nil }
        try await ask([try asked(.ephemeral("psst", to: 102)), try asked(.reply("seen"))])
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 2) }
        #expect(
            try await outcomes() == [
                "dead: not acknowledged; an ephemeral message cannot be verified, so it is not repeated", "sent",
            ])
        #expect(sender.calls == 2)
    }

    @Test func `an ephemeral message that the server could not accept is retried`() async throws {
        let sender = failing { $0 == 1 ? .error(.unavailable("busy", retryAfter: nil)) : nil }
        try await ask([try asked(.ephemeral("psst", to: 102))])
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes() == ["sent"])
    }

    @Test func `a crash loses only the ephemeral message being sent`() async throws {
        let sender = sender()
        try await ask([try asked(.ephemeral("under way", to: 102)), try asked(.ephemeral("waiting", to: 102))])
        let first = try #require(try await testStore.store.outbox.openDeliveries(after: 0, limit: 1).first)
        try await testStore.store.outbox.settle([
            DeliveryResult(
                delivery: first.id, outcome: .retry(at: testStore.time.now, reason: "attempt in progress"), at: testStore.time.now
            )
        ])
        try testStore.restart()
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.texts(in: .general) == ["waiting"])
    }

    // Threads

    private func opened(_ text: String, _ name: String = "ticket") throws -> ResolvedAction {
        try asked(.thread(ThreadOpening(name, members: [102], draft: Draft(text), quotesMessage: true)))
    }

    @Test(arguments: [nil, RecordingSender.Fault.lostAck, .error(.ambiguous("silence"))])
    func `a thread is opened once, and its message is sent there once`(fault: RecordingSender.Fault?) async throws {
        let sender = failing { $0 == 1 ? fault : nil }
        try await ask([try opened("welcome"), try opened("again"), try asked(.clan(.archiveThread(named: "ticket")))])
        try await running(sender, timePasses: true) {
            await sender.wait(forArrivals: 3)
            while try await testStore.store.outbox.deliveryCounts() != [.sent: 3] { await Task.yield() }
        }
        #expect(sender.texts(in: .general) == ["welcome", "again"])
        #expect(sender.arrivals.map(\.outgoing.request.kind) == ["thread", "thread", "archive_thread"])
        #expect(sender.threads(in: .general) == ["ticket"])
    }

    @Test func `a thread that does not exist cannot be archived`() async throws {
        let sender = sender()
        try await ask([try asked(.clan(.archiveThread(named: "none"))), try asked(.reply("seen"))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(
            try await outcomes() == [
                "failed: the server refused to let the bot archive threads in #general (5: there is no thread 'none')", "sent",
            ])
    }

    // Members

    private static let actions: [MemberAction] = [
        .mute(102, in: .general, until: nil, reason: "spam"), .unmute(102, in: .general),
        .kick(102, of: .test, reason: "spam"), .addRole(5, to: 102, of: .test), .removeRole(5, from: 102, of: .test),
    ]

    @Test(arguments: actions)
    func `a member action without an acknowledgement is repeated because it is idempotent`(action: MemberAction) async throws {
        let sender = failing { $0 <= 2 ? .error(.ambiguous("silence")) : nil }
        try await ask([try asked(.member(action))])
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 1) }
        #expect(sender.calls == 3)
        #expect(try await outcomes() == ["sent"])
    }

    @Test func `a clan action needs no channel`() async throws {
        let joined = Membership(clan: .test, users: [102])
        let role = try #require(ResolvedAction(.member(.addRole(5, to: 102, of: .test)), for: .memberJoined(joined)))
        let sender = sender()
        try await ask([role])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.arrivals.map(\.outgoing) == [role])
    }

    @Test(arguments: [
        (
            Action.member(.mute(102, in: .general, until: nil, reason: "")), 7,
            "the bot may not mute in #general (permission denied)"
        ),
        (.member(.kick(102, of: .test, reason: "")), 7, "the bot may not remove members from the clan (permission denied)"),
        (.member(.addRole(5, to: 102, of: .test)), 12, "the server does not let bots change member roles (unimplemented)"),
        (.delete(), 7, "the bot may not delete messages in #general (permission denied)"),
        (
            .thread(ThreadOpening("x", draft: "hi")), 7,
            "the bot may not open threads in #general (permission denied)"
        ),
        (.clan(.nickname("x", of: .test)), 12, "the server does not let bots change their own nickname (unimplemented)"),
        (.pin, 12, "the server does not let bots pin messages in #general (unimplemented)"),
        // An envelope error has its own codes, in which 7 has no meaning.
        (.ephemeral("x", to: 102), 7, "the bot may not send an ephemeral message in #general (permission denied)"),
        (.react("x"), 3, "the server refused to let the bot react in #general (3: bad input)"),
    ])
    func `a refusal is described for moderators`(action: Action, code: Int, sentence: String) async throws {
        let texts = [7: "permission denied", 12: "unimplemented", 3: "bad input"]
        let sender = failing { $0 == 1 ? .error(.refused(code: code, texts[code] ?? "")) : nil }
        try await ask([try asked(action)])
        try await ask([try asked(.reply("end"))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes().first == "failed: \(sentence)")
    }

    @Test(arguments: [
        (Action.member(.unmute(102, in: .general)), "requested resource not found", true),
        (.member(.kick(102, of: .test, reason: "")), "requested resource not found", true),
        (.delete(), "requested resource not found", true), (.delete(), "channel not found", false),
        (.member(.kick(102, of: .test, reason: "")), "clan not found", false), (.pin, "requested resource not found", false),
    ])
    func `a refusal because the state already holds counts as sent`(action: Action, message: String, isDone: Bool) async throws {
        let sender = failing { $0 == 1 ? .error(.refused(code: 5, message)) : nil }
        try await ask([try asked(action)])
        try await ask([try asked(.reply("end"))])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect((try await outcomes().first == "sent") == isDone)
    }

    // Failures in the journal

    /// Fails each call of a turn once in each way. The turn completes in order, and only an ephemeral message may be lost.
    @Test(
        arguments: 1...5,
        [RecordingSender.Fault.lostAck, .error(.ambiguous("silence")), .error(.unavailable("busy", retryAfter: nil))])
    func `a turn of every request kind survives a fault at any call`(call: Int, fault: RecordingSender.Fault) async throws {
        let actions: [Action] = [
            .reply("said"), .ephemeral("psst", to: 102), .directMessage("hello", to: 102),
            .member(.mute(102, in: .random, until: nil, reason: "")), .member(.addRole(5, to: 102, of: .test)),
        ]
        let sender = failing { $0 == call ? fault : nil }
        try await ask(try actions.map { try asked($0) }, after: .settled)
        let isWhisperLost = if case .error(.ambiguous) = fault { call == 2 } else { false }
        let isRepeated = if case .lostAck = fault { call > 3 } else { false }
        let arrivals = 5 - (isWhisperLost ? 1 : 0) + (isRepeated ? 1 : 0)
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: arrivals) }
        var kinds = sender.arrivals.map(\.outgoing.request.kind)
        if isRepeated { kinds.remove(at: call) }
        if isWhisperLost { kinds.insert("ephemeral", at: 1) }
        #expect(kinds == ["reply", "ephemeral", "dm", "mute", "add_role"])
        let isUnknown = if case .error(.unavailable) = fault { false } else { call == 2 }
        #expect(try await testStore.store.outbox.deliveryCounts() == (isUnknown ? [.sent: 4, .dead: 1] : [.sent: 5]))
    }

    private let failure = SystemEvent.failed(
        .init(
            cause: 1, author: "bot:test", action: "kick", clan: .test, channel: 0,
            reason: "the bot may not remove members from the clan (permission denied)",
            at: ManualTime().now))

    @Test func `a failure is journaled once for identical deliveries`() async throws {
        let kick = try asked(.member(.kick(102, of: .test, reason: "")))
        try await ask([kick, kick])
        let sender = failing { _ in .error(.refused(code: 7, "permission denied")) }
        try await running(sender) { await sender.wait(calls: 2) }
        let entries = try await testStore.store.journal.entries(after: 1, limit: 10)
        #expect(entries.map(\.kind) == ["system-delivery-failed"])
        #expect(entries.compactMap { SystemEvent(frame: $0.frame) } == [failure])
    }

    @Test func `a failed delivery caused by a failure is not journaled`() async throws {
        try await ask([try asked(.reply("alert"))], because: .make(failure))
        let sender = failing { _ in .error(.refused(code: 7, "permission denied")) }
        try await running(sender) { await sender.wait(calls: 1) }
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10).map(\.kind) == ["system-delivery-failed"])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.failed: 1])
    }
}
