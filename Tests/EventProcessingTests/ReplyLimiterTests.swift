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
struct ReplyLimiterTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// Returns the seconds at which messages were answered, and the number of notices to moderators.
    private func play(_ seconds: [Double], perMinute: Int = 3, perHour: Int = 5) -> (answered: [Double], notified: Int) {
        var limits = ReplyLimiter.Limits()
        (limits.perMinute, limits.perHour) = (perMinute, perHour)
        var count = AnswerCount(channel: .general, author: 101, at: Self.start.addingTimeInterval(seconds[0]))
        var answered: [Double] = []
        var notified = 0
        for second in seconds {
            let hold = count.record(at: Self.start.addingTimeInterval(second), limits)
            if hold == nil { answered.append(second) }
            if hold?.shouldNotify == true { notified += 1 }
        }
        return (answered, notified)
    }

    @Test(
        arguments: [
            ([0, 1, 2, 3, 4], [0, 1, 2], 1),
            // The limit lasts until the user is quiet for a minute, however long that takes.
            ([0, 1, 2, 3, 50, 100, 150, 200], [0, 1, 2], 1),
            ([0, 1, 2, 3, 63, 64], [0, 1, 2, 63, 64], 1),
            // Below the limit per minute, but above the limit per hour.
            ([0, 61, 122, 183, 244, 305, 366], [0, 61, 122, 183, 244], 1),
            ([0, 61, 122, 183, 244, 305, 3905, 3906], [0, 61, 122, 183, 244, 3905, 3906], 1),
            // Moderators are notified again only after an hour.
            ([0, 1, 2, 3, 70, 71, 72, 73], [0, 1, 2, 70, 71, 72], 1),
            ([0, 1, 2, 3, 4000, 4001, 4002, 4003], [0, 1, 2, 4000, 4001, 4002], 2),
            // A clock that goes back does not extend the limit forever.
            ([9000, 9001, 9002, 9003, 0, 1], [9000, 9001, 9002, 0, 1], 1),
        ] as [([Double], [Double], Int)])
    func `answers stop beyond the limit and resume after a pause`(seconds: [Double], answered: [Double], notified: Int) {
        let outcome = play(seconds)
        #expect(outcome.answered == answered)
        #expect(outcome.notified == notified)
    }

    @Test func `the answer count survives a restart`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((0..<9).map { .make(Message.make(text: "\($0)")) })
        let entries = try await testStore.store.journal.entries(after: 0, limit: 9)
        var answered: [Int] = []
        for part in [entries[0..<2], entries[2..<4], entries[4..<9]] {
            let processor = try await processor(testStore.store, [ScriptedHandler("a")], perMinute: 5)
            for entry in part {
                let turn = await processor.turn(for: entry)
                answered.append(turn.deliveries.count)
                try await testStore.store.turns.commit([turn])
            }
            try testStore.restart()
        }
        #expect(answered == [1, 1, 1, 1, 1, 0, 0, 0, 0])
    }

    @Test func `the answer limit holds back messages but not moderation actions`() async throws {
        let testStore = try await TestStore()
        let mute = MemberAction.mute(101, in: .general, until: Self.start.addingTimeInterval(600), reason: "spam")
        let warden = ScriptedHandler("rule:spam") { _, _ in
            [AuthorResult(author: "rule:spam", actions: [.delete(), .reply("no"), .member(mute), .ephemeral("no", to: 101)])]
        }
        let help = ScriptedHandler("system:help") { _, _ in [AuthorResult(author: "system:help", actions: [.reply("help")])] }
        let notice = ScriptedHandler("system:rule-limits") { _, _ in
            [AuthorResult(author: "system:rule-limits", actions: [.send("too many", to: .random)])]
        }
        let processor = try await processor(testStore.store, [warden, help, notice], perMinute: 1)
        try await testStore.store.journal.append((0..<3).map { .make(Message.make(text: "\($0)")) })
        var turns: [Turn] = []
        for entry in try await testStore.store.journal.entries(after: 0, limit: 3) {
            turns.append(await processor.turn(for: entry))
        }
        #expect(turns.map(\.deliveries.count) == [6, 3, 3])
        #expect(
            turns[1].deliveries.map { "\($0.author) \($0.ordinal)" } == ["rule:spam 0", "rule:spam 2", "system:rule-limits 0"])
        #expect(turns.map(\.trace.isHeld) == [false, true, true])
        #expect(turns.map(\.events.count) == [0, 1, 0])
    }

    @Test func `the answer limit holds back neither messages to moderators nor notices of sanctions`() async throws {
        let testStore = try await TestStore()
        let rule = ScriptedHandler("rule:spam") { _, _ in
            var alert = AuthorResult(author: "rule:alert", actions: [.send("look", to: .random), .send("look", to: .general)])
            alert.moderatorNotices = [0, 1]
            let draft = CaseDraft(kind: "warn", user: 101, clan: .test, channel: .general, message: 1)
            return [
                alert, AuthorResult(author: "rule:warn", actions: [.ephemeral("warned", to: 101), .reply("no")], cases: [draft]),
            ]
        }
        let processor = try await processor(testStore.store, [rule], perMinute: 1)
        try await testStore.store.journal.append((0..<2).map { .make(Message.make(text: "\($0)")) })
        var turns: [Turn] = []
        for entry in try await testStore.store.journal.entries(after: 0, limit: 2) {
            turns.append(await processor.turn(for: entry))
        }
        #expect(turns.map(\.deliveries.count) == [4, 2])
        #expect(turns[1].deliveries.map { "\($0.author) \($0.ordinal)" } == ["rule:alert 0", "rule:warn 0"])
    }

    @Test func `the answer limit does not hold back a question, which would otherwise expire unseen`() async throws {
        let testStore = try await TestStore()
        let rule = ScriptedHandler("rule:ask") { _, _ in
            var question = AuthorResult(author: "rule:ask", actions: [.send("ban?", to: .general), .send("more", to: .general)])
            question.questions = [0]
            return [question]
        }
        let processor = try await processor(testStore.store, [rule], perMinute: 1)
        try await testStore.store.journal.append((0..<2).map { .make(Message.make(text: "\($0)")) })
        var sent: [[Int]] = []
        for entry in try await testStore.store.journal.entries(after: 0, limit: 2) {
            sent.append(await processor.turn(for: entry).deliveries.map(\.ordinal))
        }
        #expect(sent == [[0, 1], [0]])
    }

    @Test func `other users and channels are not limited`() async throws {
        let testStore = try await TestStore()
        let processor = try await processor(testStore.store, [ScriptedHandler("a")], perMinute: 1)
        let messages = [
            Message.make(), .make(), .make(by: .binh), .make(in: .random), .make(by: .binh), .make(in: .random),
        ]
        try await testStore.store.journal.append(messages.map { .make($0) })
        var answered: [Int] = []
        for entry in try await testStore.store.journal.entries(after: 0, limit: 9) {
            answered.append(await processor.turn(for: entry).deliveries.count)
        }
        #expect(answered == [1, 0, 1, 1, 0, 0])
    }

    private func processor(_ store: Store, _ list: [any EventHandler], perMinute: Int) async throws -> EventProcessor {
        var limits = ReplyLimiter.Limits()
        limits.perMinute = perMinute
        let counts = ReplyLimiter(try await store.state.answerCounts(since: .distantPast))
        return EventProcessor(
            me: Author.me.id, time: ManualTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            replyLimit: EventProcessor.ReplyLimit { [limits] in
                counts.count($0, in: $1, at: $2.now, limits)
            } notice: { hold, _, now in
                SystemEvent.Notice("held after \(hold.answers)", at: now)
            }
        ) { _, _ in list }
    }
}
