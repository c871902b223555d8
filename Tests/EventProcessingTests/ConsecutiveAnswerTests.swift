import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Testing

@testable import EventProcessing
@testable import Storage

/// Tests the limit on consecutive answers, which stops two programs that answer each other slowly.
@Suite(.timeLimit(.minutes(15)))
struct ConsecutiveAnswerTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let stranger: UserID = 700

    private func at(_ second: Double) -> Date { Self.start.addingTimeInterval(second) }

    /// Returns the numbers of answers to an author who writes at regular intervals, and of notices to moderators.
    private func answers(
        every seconds: Double, for span: Double, as kind: AccountKind? = nil, _ limiter: ReplyLimiter = ReplyLimiter(),
        between: (Int, Date) -> Void = { _, _ in }
    ) -> (sent: Int, notified: Int) {
        var sent = 0
        var notified = 0
        for index in 0..<Int(span / seconds) {
            let now = at(Double(index) * seconds)
            let (_, hold) = limiter.count(Self.stranger, in: .general, at: now, as: kind, ReplyLimiter.Limits())
            if hold == nil { sent += 1 }
            if hold?.shouldNotify == true { notified += 1 }
            between(index, now)
        }
        return (sent, notified)
    }

    @Test(arguments: [18.5, 20, 30, 45, 58])
    func `a slow answer loop ends and is reported once an hour`(pace: Double) {
        for kind in [nil, AccountKind.unidentified, .application] {
            let outcome = answers(every: pace, for: 6 * 3600, as: kind)
            #expect(outcome.sent == 60)
            #expect(outcome.notified <= 6)
        }
        #expect(answers(every: pace, for: 3600).notified == 1)
    }

    @Test func `a user who writes every 75 seconds for hours is answered each time`() {
        #expect(answers(every: 75, for: 6 * 3600).sent == 288)
    }

    @Test func `a person identified by the server may ask three times a minute for an hour`() {
        #expect(answers(every: 20, for: 3600, as: .person).sent == 180)
    }

    @Test func `messages of other users end consecutive answers, except those of applications`() {
        for (kind, sent) in [(AccountKind.person, 180), (.unidentified, 180), (.application, 60)] {
            let limiter = ReplyLimiter()
            let outcome = answers(every: 20, for: 3600, limiter) { index, _ in
                if index % 50 == 0 { limiter.noteMessage(by: 5, in: .general, as: kind) }
            }
            #expect(outcome.sent == sent)
        }
    }

    @Test func `messages in another channel or by the author do not end consecutive answers`() {
        let limiter = ReplyLimiter()
        let outcome = answers(every: 20, for: 3600, limiter) { _, _ in
            limiter.noteMessage(by: 5, in: .random, as: .person)
            limiter.noteMessage(by: Self.stranger, in: .general, as: nil)
        }
        #expect(outcome.sent == 60)
    }

    @Test func `a hold for consecutive answers ends when another user writes`() {
        let limiter = ReplyLimiter()
        #expect(answers(every: 20, for: 1800, limiter).sent == 60)
        #expect(limiter.holds(at: at(1800), .init()).map(\.isRow) == [true])
        limiter.noteMessage(by: 5, in: .general, as: .person)
        #expect(limiter.holds(at: at(1800), .init()) == [])
        #expect(limiter.count(Self.stranger, in: .general, at: at(1820), .init()).1 == nil)
    }

    @Test func `a hold of a minute or an hour does not end when another user writes`() {
        let limiter = ReplyLimiter()
        for second in 0..<25 { _ = limiter.count(Self.stranger, in: .general, at: at(Double(second)), .init()) }
        limiter.noteMessage(by: 5, in: .general, as: .person)
        #expect(limiter.holds(at: at(30), .init()).map(\.answers) == [20])
    }

    @Test func `consecutive answers survive a restart and end when another user writes`() async throws {
        let testStore = try await TestStore()
        let others = [Author(id: 5, username: "e")]
        try await testStore.store.journal.append(
            (0..<70).map {
                .make(Message.make(text: "\($0)", by: Author(id: Self.stranger, username: "x"), at: at(Double($0) * 30)))
            })
        try await testStore.store.journal.append([.make(Message.make(text: "stop", by: others[0], at: at(2110)))])
        try await testStore.store.journal.append([
            .make(Message.make(text: "on", by: Author(id: Self.stranger, username: "x"), at: at(2120)))
        ]
        )
        var held: [Int64] = []
        let entries = try await testStore.store.journal.entries(after: 0, limit: 100)
        for part in [entries[..<40], entries[40..<65], entries[65...]] {
            let processor = try await processor(testStore.store)
            for entry in part {
                let turn = await processor.turn(for: entry)
                if turn.trace.isHeld { held.append(entry.sequence) }
                try await testStore.store.turns.commit([turn])
            }
            try testStore.restart()
        }
        #expect(held == Array(61...70))
    }

    private func processor(_ store: Store) async throws -> EventProcessor {
        let limiter = ReplyLimiter(try await store.state.answerCounts(since: .distantPast))
        return EventProcessor(
            me: Author.me.id, time: ManualTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            replyLimit: EventProcessor.ReplyLimit {
                limiter.count($0, in: $1, at: $2.now, .init())
            } noteMessage: {
                limiter.noteMessage(by: $0, in: $1, as: nil)
            }
        ) { event, _ in event.actor == Self.stranger ? [ScriptedHandler("a")] : [] }
    }
}
