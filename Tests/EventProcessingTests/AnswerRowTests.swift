import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Testing

@testable import EventProcessing
@testable import Storage

/// The bound on answers in a row, between which nobody else speaks: two programs that answer each other slowly.
@Suite(.timeLimit(.minutes(15)))
struct AnswerRowTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private static let stranger: UserID = 700

    private func at(_ second: Double) -> Date { Self.start.addingTimeInterval(second) }

    /// The numbers of answers to one author who is answered at an even pace, and of notices to moderators.
    private func answers(
        every seconds: Double, for span: Double, as kind: AccountKind? = nil, _ brake: ReplyLimiter = ReplyLimiter(),
        between: (Int, Date) -> Void = { _, _ in }
    ) -> (sent: Int, told: Int) {
        var sent = 0
        var told = 0
        for index in 0..<Int(span / seconds) {
            let now = at(Double(index) * seconds)
            let (_, hold) = brake.count(Self.stranger, in: .general, at: now, as: kind, ReplyLimiter.Limits())
            if hold == nil { sent += 1 }
            if hold?.shouldNotify == true { told += 1 }
            between(index, now)
        }
        return (sent, told)
    }

    @Test(arguments: [18.5, 20, 30, 45, 58])
    func `a loop of a round every so many seconds ends, and is reported once an hour`(pace: Double) {
        for kind in [nil, AccountKind.unidentified, .application] {
            let outcome = answers(every: pace, for: 6 * 3600, as: kind)
            #expect(outcome.sent == 60)
            #expect(outcome.told <= 6)
        }
        #expect(answers(every: pace, for: 3600).told == 1)
    }

    @Test func `somebody who asks something every 75 seconds for hours is answered each time`() {
        #expect(answers(every: 75, for: 6 * 3600).sent == 288)
    }

    @Test func `a person, as far as the server says, may ask three times a minute for an hour`() {
        #expect(answers(every: 20, for: 3600, as: .person).sent == 180)
    }

    @Test func `what others say in between ends the row, unless they are applications`() {
        for (kind, sent) in [(AccountKind.person, 180), (.unidentified, 180), (.application, 60)] {
            let brake = ReplyLimiter()
            let outcome = answers(every: 20, for: 3600, brake) { index, _ in
                if index % 50 == 0 { brake.hear(5, in: .general, as: kind) }
            }
            #expect(outcome.sent == sent)
        }
    }

    @Test func `what is said in another channel, or by the author, does not end the row`() {
        let brake = ReplyLimiter()
        let outcome = answers(every: 20, for: 3600, brake) { _, _ in
            brake.hear(5, in: .random, as: .person)
            brake.hear(Self.stranger, in: .general, as: nil)
        }
        #expect(outcome.sent == 60)
    }

    @Test func `a held row goes on when somebody else speaks`() {
        let brake = ReplyLimiter()
        #expect(answers(every: 20, for: 1800, brake).sent == 60)
        #expect(brake.holds(at: at(1800), .init()).map(\.isRow) == [true])
        brake.hear(5, in: .general, as: .person)
        #expect(brake.holds(at: at(1800), .init()) == [])
        #expect(brake.count(Self.stranger, in: .general, at: at(1820), .init()).1 == nil)
    }

    @Test func `a hold of a minute or an hour does not end when somebody else speaks`() {
        let brake = ReplyLimiter()
        for second in 0..<25 { _ = brake.count(Self.stranger, in: .general, at: at(Double(second)), .init()) }
        brake.hear(5, in: .general, as: .person)
        #expect(brake.holds(at: at(30), .init()).map(\.answers) == [20])
    }

    @Test func `a row survives a restart with its turns, and what others say ends it there too`() async throws {
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
        let brake = ReplyLimiter(try await store.state.answerCounts(since: .distantPast))
        return EventProcessor(
            me: Author.me.id, time: ManualTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            brake: EventProcessor.ReplyLimit {
                brake.count($0, in: $1, at: $2.now, .init())
            } hear: {
                brake.hear($0, in: $1, as: nil)
            }
        ) { event, _ in event.actor == Self.stranger ? [ScriptedHandler("a")] : [] }
    }
}
