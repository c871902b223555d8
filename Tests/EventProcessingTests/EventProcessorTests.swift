import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Synchronization
import Testing

@testable import EventProcessing
@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct EventProcessorTests {
    private struct TestError: Error, CustomStringConvertible { var description: String { "odd" } }
    private let time = ManualTime()

    @Test(arguments: [
        (Verdict.pass, ["a", "b", "c"], [Trace.Step("a", "reply"), .init("b", "reply"), .init("c", "reply")]),
        (.skip("not mine"), ["a", "c"], [.init("b", "skip", "not mine"), .init("a", "reply"), .init("c", "reply")]),
        (.drop("too long"), ["a"], [.init("b", "drop", "too long"), .init("a", "reply")]),
    ])
    func `skip applies to one handler, drop to all later ones, and neither to earlier ones`(
        verdict: Verdict, authors: [String], trace: [Trace.Step]
    ) async {
        let turn = await turn([ScriptedHandler("a"), ScriptedHandler("b", verdict: { _, _ in verdict }), ScriptedHandler("c")])
        #expect(turn.deliveries.map(\.author) == authors)
        #expect(turn.trace == Trace(trace))
    }

    @Test func `system events and member events are decoded from the journal unchanged`() async throws {
        let testStore = try await TestStore()
        let failure = SystemEvent.failed(
            .init(cause: 7, author: "rule:flood", action: "mute", clan: .test, channel: .general, reason: "no", at: time.now))
        var left = RtUserClanRemoved()
        left.clanID = ClanID.test.rawValue
        left.userIds = [102]
        try await testStore.store.journal.append([.make(failure), try #require(.make(.userClanRemovedEvent(left)))])
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        #expect(entries.map(\.event) == [.system(failure), .memberLeft(Membership(clan: .test, users: [102]))])
    }

    @Test func `handlers run all prechecks, then all prepares, then all handles, in list order`() async {
        let log = Mutex<[String]>([])
        let list = ["a", "b"].map { name in
            ScriptedHandler(
                name,
                verdict: { _, _ in
                    log.withLock { $0.append("precheck \(name)") }; return .pass
                },
                preparing: { _, _ in log.withLock { $0.append("prepare \(name)") } },
                handling: { _, _ in
                    log.withLock { $0.append("handle \(name)") }; return []
                })
        }
        _ = await turn(list)
        #expect(
            log.withLock { $0 } == [
                "precheck a", "precheck b", "prepare a", "prepare b", "handle a", "handle b",
            ])
    }

    @Test(arguments: ["prepare", "handle"])
    func `a handler that throws yields nothing, and the others continue`(stage: String) async {
        let failing = ScriptedHandler(
            "b", preparing: { _, _ in if stage == "prepare" { throw TestError() } },
            handling: { _, _ in if stage == "handle" { throw TestError() } else { [] } })
        let turn = await turn([ScriptedHandler("a"), failing, ScriptedHandler("c")])
        #expect(turn.deliveries.map(\.author) == ["a", "c"])
        #expect(turn.trace.steps.contains(.init("b", "failed", "\(stage): odd")))
    }

    @Test(arguments: [
        ("prepare", nil as Duration?, Duration.milliseconds(250)), ("handle", nil, .seconds(10)),
        ("handle", .milliseconds(300), .milliseconds(300)), ("prepare", .milliseconds(300), .milliseconds(250)),
    ])
    func `a handler past its deadline yields nothing, and the others continue`(
        stage: String, patience: Duration?, budget: Duration
    ) async {
        let waits: @Sendable () async throws -> Void = { [time] in try await time.sleep(for: .seconds(3600)) }
        var slow = ScriptedHandler(
            "b", preparing: { _, _ in if stage == "prepare" { try await waits() } },
            handling: { _, _ in
                if stage == "handle" { try await waits() }; return []
            })
        slow.stepTimeout = patience
        async let deciding = turn([ScriptedHandler("a"), slow, ScriptedHandler("c")])
        await time.waitForSleepers(2)  // The slow handler and its deadline.
        time.advance(by: budget)
        let turn = await deciding
        #expect(turn.deliveries.map(\.author) == ["a", "c"])
        #expect(turn.trace.steps.contains(.init("b", "failed", "\(stage): \(DeadlineExceededError(limit: budget))")))
    }

    @Test func `a shadow result is traced without deliveries`() async {
        let shadow = ScriptedHandler("rules") { _, _ in
            [AuthorResult(author: "rule:x", actions: [.delete(), .reply("no")], isShadow: true, reason: "it matched")]
        }
        let turn = await turn([shadow, ScriptedHandler("b")])
        #expect(turn.deliveries.map(\.author) == ["b"])
        #expect(turn.trace.steps.first == .init("rule:x", "shadow: delete, reply", "it matched"))
    }

    @Test func `two results of one author are separate deliveries`() async {
        let turn = await turn([ScriptedHandler("a"), ScriptedHandler("a"), ScriptedHandler("b")])
        #expect(turn.deliveries.map { "\($0.author) \($0.ordinal)" } == ["a 0", "a 1", "b 0"])
    }

    @Test func `a bot run several times by rules has a separate author, state and random numbers for each run`()
        async
    {
        let asked = Mutex<[String]>([])
        let rule = ScriptedHandler("rules") { _, _ in
            [
                AuthorResult(
                    author: "rule:x", actions: [.run(bot: "dice", command: "*roll"), .run(bot: "dice", command: "*roll")]),
                AuthorResult(author: "rule:x", actions: [.run(bot: "dice", command: "*roll")]),
            ]
        }
        let dice = ScriptedHandler("bot:dice", verdict: { message, _ in message.text == "*roll" ? .pass : .skip("not for it") }) {
            _, context in
            asked.withLock { $0.append(context.requestingRule) }
            return [AuthorResult(author: "bot:dice", actions: [.reply("6")])]
        }
        let turn = await turn([rule, dice])
        #expect(asked.withLock { $0 } == ["rule:x", "rule:x#2", "rule:x#3"])
        #expect(
            turn.deliveries.map { "\($0.author) \($0.ordinal)" } == [
                "rule:x/bot:dice 0", "rule:x/bot:dice 1", "rule:x/bot:dice 2",
            ])
    }

    @Test func `a bot run by a rule decides the result and cannot run other bots`() async {
        let rule = ScriptedHandler("rules") { _, _ in
            [AuthorResult(author: "rule:x", actions: ["no", "yes"].map { .run(bot: "dice", command: $0) })]
        }
        let dice = ScriptedHandler("bot:dice", verdict: { message, _ in message.text == "yes" ? .pass : .skip("not for it") }) {
            _, _ in
            [AuthorResult(author: "bot:dice", actions: [.reply("6"), .run(bot: "echo", command: "6")])]
        }
        let turn = await turn([rule, dice])
        #expect(turn.deliveries.map(\.author) == ["rule:x/bot:dice"])
        let said = turn.trace.steps.map { "\($0.who) \($0.what) \($0.why)" }
        #expect(said.filter { $0 == "bot:dice skip not for it" }.count == 2)
        #expect(said.contains("bot:dice failed run: a bot run by a rule cannot run 'echo'"))
    }

    @Test func `an answer becomes an outbox row`() async throws {
        let message = Message.make(text: "question", id: 5)
        let bot = ScriptedHandler("bot:a") { _, _ in
            [AuthorResult(author: "bot:a", actions: [.reply("answer"), .send("elsewhere", to: .random)])]
        }
        let turn = await turn([bot], message)
        let outgoing = [
            ResolvedAction(channel: .general, request: .send("answer", answering: Reference(to: message), topic: 0)),
            ResolvedAction(channel: .random, request: .send("elsewhere", answering: nil, topic: 0)),
        ]
        let rows = try outgoing.enumerated().map { ordinal, outgoing in
            NewDelivery(
                author: "bot:a", ordinal: ordinal, destination: outgoing.channel,
                payload: try ResolvedActionCodec.bytes(outgoing),
                decoded: outgoing)
        }
        #expect(turn == Turn(sequence: 1, trace: Trace([.init("bot:a", "reply, send")]), deliveries: rows))
    }

    @Test func `an action without a subject in the event is traced, and the others stand`() async {
        let join = Event.memberJoined(Membership(clan: .test, users: [101], username: "an"))
        let bot = ScriptedHandler("a") { _, _ in [AuthorResult(author: "a", actions: [.reply("hi"), .send("hi", to: .general)])] }
        var wire = RtEnvelope()
        wire.addClanUserEvent.clanID = ClanID.test.rawValue
        wire.addClanUserEvent.user.userID = 101
        wire.addClanUserEvent.user.username = "an"
        let entry = entry(join, frame: wire.wireBytes)
        let turn = await processor([bot]).turn(for: entry)
        #expect(turn.deliveries.map(\.ordinal) == [1])
        #expect(turn.trace.steps.last == .init("a", "failed", "reply: the event has no target for it"))
    }

    @Test func `only new messages are prechecked, and other events go to all handlers`() async {
        let nobody = ScriptedHandler("a", verdict: { _, _ in .drop("never") })
        let edit = Message.make(text: "edited", code: .update)
        let turn = await processor([nobody, ScriptedHandler("b")]).turn(for: entry(edit))
        #expect(turn.deliveries.map(\.author) == ["a", "b"])
    }

    @Test(arguments: [
        ([UInt8]([0xFF]), "it cannot be decoded"), ([0x08], "it cannot be decoded"), ([], "it cannot be decoded"),
        ([0xA2, 0x1F, 0x02, 0x08, 0x01], "unknown event kind"),
    ])
    func `an entry without an event gets a turn with the reason and reaches no handler`(frame: [UInt8], reason: String) async {
        let turn = await processor([ScriptedHandler("a")]).turn(for: entry(.unknown(field: 1), frame: frame))
        #expect(turn == Turn(sequence: 1, trace: Trace([.init("system", "skip", reason)])))
    }

    @Test func `the decision's clock is the event's time, and its randomness the entry's`() async throws {
        let seen = Mutex<[EventContext]>([])
        let watching = ScriptedHandler("a") { _, context in
            seen.withLock { $0.append(context) }
            return []
        }
        let at = Date(timeIntervalSince1970: 1_700_000_000)
        let entry = entry(.make(at: at), isLate: true)
        let processor = processor([watching])
        _ = await processor.turn(for: entry)
        time.advance(by: .seconds(100))
        _ = await processor.turn(for: entry)
        let contexts = seen.withLock { $0 }
        #expect(contexts.map(\.now) == [at, at])
        #expect(contexts.map(\.isLate) == [true, true])
        #expect(contexts.map(\.me) == [Author.me.id, Author.me.id])
        #expect(Set(contexts.map { $0.seed(of: "bot:a") }).count == 1)
    }

    private func turn(_ list: [any EventHandler], _ message: Message = .make()) async -> Turn {
        await processor(list).turn(for: entry(message))
    }

    private func processor(_ list: [any EventHandler]) -> EventProcessor {
        EventProcessor(me: Author.me.id, time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) { _, _ in
            list
        }
    }

    private func entry(_ message: Message, isLate: Bool = false) -> Entry {
        let incoming = NewEntry.make(message)
        return entry(incoming.event, frame: incoming.frame, isLate: isLate)
    }

    private func entry(_ event: Event, frame: [UInt8], isLate: Bool = false) -> Entry {
        Entry(
            sequence: 1, receivedAt: time.now, kind: event.kind, clan: event.clan, channel: event.channel, message: event.message,
            isLate: isLate, isOwn: false, frame: frame)
    }
}
