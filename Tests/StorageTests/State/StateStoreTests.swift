import BotTesting
import ChatModel
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct StateStoreTests {
    /// A subscriber that reads one value before each decision, and changes it with the first one.
    private final class StateReader: JournalSubscriber {
        private let state: StateStore
        private let found = Mutex<[[String]]>([])

        init(_ state: StateStore) { self.state = state }

        var values: [[String]] { found.withLock { $0 } }

        func decide(_ entry: Entry) -> Turn? {
            do {
                let rows = try state.ruleState(ofKind: "counter", named: "a", about: "u5")
                found.withLock { $0.append(rows.map(\.value)) }
            } catch {
                found.withLock { $0.append(["\(error)"]) }
            }
            if entry.sequence == 1 { state.add(StateStoreTests.decision(1, [StateStoreTests.change("a", "1")])) }
            var turn = Turn(sequence: entry.sequence, trace: Trace())
            turn.ticket = entry.sequence
            return turn
        }

        func take(_ entries: [Entry], through sequence: Int64) {}
    }

    private let testStore: TestStore
    private let store: Store

    init() async throws {
        testStore = try await TestStore()
        store = try testStore.store
    }

    @Test func `of several answer counts of one transaction the last one of each user and channel is stored`() async throws {
        let answers: [(author: UserID, inRow: Int)] = [(5, 1), (6, 1), (5, 2), (5, 3)]
        var turns: [Turn] = []
        for answer in answers {
            var turn = Turn(sequence: Int64(turns.count + 1), trace: Trace())
            turn.answers = AnswerCount(channel: .general, author: answer.author, at: testStore.time.now)
            turn.answers?.inRow = answer.inRow
            turns.append(turn)
            try await store.journal.append([NewEntry.make(.make(text: "question \(turns.count)", by: .an))])
        }
        try await store.turns.commit(turns)
        let counts = try await store.state.answerCounts(since: .distantPast)
        #expect(counts.map { [Int($0.author.rawValue), $0.inRow] } == [[5, 3], [6, 1]])
    }

    /// A change and its value.
    private typealias Change = (change: RuleStateChange, value: String?)

    private static func change(_ name: String, _ value: String?, of shadowRule: String = "") -> Change {
        (RuleStateChange(RuleStateRow.Key(shadowRule: shadowRule, kind: "counter", name: name, subject: "u5")), value)
    }

    private static func decision(_ ticket: Int64, _ changes: [Change]) -> PendingDecision {
        PendingDecision(
            sequence: ticket, ticket: ticket, version: "v",
            stateChange: PendingDecision.StateChange(
                hasDeadline: false, changes: changes.map(\.change), value: { changes[$0].value }, json: { "{}" }))
    }

    private func turn(_ ticket: Int64) async throws {
        var turn = Turn(sequence: ticket, trace: Trace())
        turn.ticket = ticket
        try await store.turns.commit([turn])
    }

    private func values() throws -> [String] {
        try store.state.ruleState(ofKind: "counter", named: "a", about: "u5").map { "\($0.key.shadowRule) \($0.value)" }
    }

    /// Writes values of one kind under `1`, `2`, …, each with an expiry.
    private func write(_ kind: String, _ values: [(String, Date?)]) async throws {
        try await store.database.commit { transaction in
            let rows = values.enumerated().map { index, row in
                let key = RuleStateRow.Key(shadowRule: "", kind: kind, name: "a", subject: "\(index + 1)")
                return RuleStateRow(key: key, value: row.0, expiresAt: row.1)
            }
            try RuleStateTable.write(rows, in: transaction.database)
        }
    }

    @Test func `rule state is read by key once its decision is durable`() async throws {
        try await store.journal.append((0..<2).map { _ in .make(.make()) })
        store.state.add(Self.decision(1, [Self.change("a", "1"), Self.change("a", "2", of: "try"), Self.change("b", "3")]))
        #expect(try values() == [] && store.state.durableTicket == 0)
        try await turn(1)
        #expect(try values() == [" 1", "try 2"] && store.state.durableTicket == 1)
        store.state.add(Self.decision(2, [Self.change("a", nil), Self.change("a", "4", of: "try")]))
        #expect(try values() == [" 1", "try 2"])
        try await turn(2)
        #expect(try values() == ["try 4"] && store.state.durableTicket == 2)
    }

    @Test func `a decision in the append reads durable rule state, without that of its own transaction`() async throws {
        let reader = StateReader(store.state)
        try await store.turns.handOnEntries(to: reader)
        try await store.journal.append((0..<2).map { _ in .make(.make()) })
        try await store.journal.append([.make(.make())])
        #expect(reader.values == [[], [], ["1"]])
    }

    @Test func `a value keeps or changes its expiry`() async throws {
        let dates = [nil, Date(milliseconds: 1), Date(milliseconds: 1), Date(milliseconds: 2), nil]
        for (index, date) in dates.enumerated() {
            try await write("cooldown", [("\(index)", date)])
            let rows = try store.state.ruleState(ofKind: "cooldown", named: "a", about: "1")
            #expect(rows.map(\.value) == ["\(index)"] && rows.map(\.expiresAt) == [date])
        }
    }

    @Test func `expired rule state is deleted in several commits, and the rest is kept`() async throws {
        try await write("cooldown", (1...1200).map { ("{}", Date(milliseconds: Int64($0))) })
        try await write("counter", [("{}", nil)])
        #expect(try await store.state.deleteExpired(through: Date(milliseconds: 1100)) == 1100)
        #expect(try await store.reader.ruleState(ofKind: "cooldown").compactMap(\.expiresAt).min() == Date(milliseconds: 1101))
        #expect(try await store.reader.ruleState().count == 101)
        #expect(try await store.state.deleteExpired(through: Date(milliseconds: 1100)) == 0)
    }

    @Test func `rule state that contains a word is rewritten page by page`() async throws {
        let expiry = Date(milliseconds: 7)
        try await write("variable", (1...250).map { ($0.isMultiple(of: 50) ? "other" : "canary", expiry) })
        #expect(try await store.state.rewriteRuleState(containing: ["canary", "bird"]) { _ in "gone" } == 245)
        #expect(store.state.rewriteCount > 0)
        let rows = try await store.reader.ruleState(ofKind: "variable")
        #expect(rows.count { $0.value == "gone" } == 245 && rows.count { $0.value == "other" } == 5)
        #expect(rows.allSatisfy { $0.expiresAt == expiry })
        let count = store.state.rewriteCount
        #expect(try await store.state.rewriteRuleState(containing: ["canary"]) { _ in "" } == 0)
        #expect(store.state.rewriteCount == count)
    }

    @Test func `a start rebuilds the state of the last seconds across a jump of the clock`() async throws {
        let now = testStore.time.now
        // The times of the messages and of the clock, which jumps ahead by an hour before the last one.
        for (sent, received) in [(-60.0, -60.0), (0, 0), (5, 5), (6, 3606)] {
            let id = MessageID(Snowflake.floor(of: now.addingTimeInterval(sent)))
            try await store.journal.append([.make(.make(id: id), at: now.addingTimeInterval(received))])
        }
        for ticket: Int64 in 1...4 { try await turn(ticket) }
        let entries = try await store.state.begin(as: 900, revision: "v", after: 4, replaying: .seconds(10), limit: 100)
        #expect(entries.map(\.sequence) == [2, 3, 4])
    }

    @Test func `quotas are found by rule and by the first word of their subject`() async throws {
        try await store.database.commit { transaction in
            let keys = [("a", "day g1"), ("a", "minute g1"), ("a", "person u5.c7"), ("b", "day g1"), ("c", "day g1")]
            let rows = keys.map { RuleStateRow.Key(shadowRule: "", kind: "quota", name: $0, subject: $1) }
                .map { RuleStateRow(key: $0, value: "{}") }
            try RuleStateTable.write(rows, in: transaction.database)
        }
        let rows = try await store.state.ruleState(ofKind: "quota", named: ["a", "b"], subjectPrefixes: ["day ", "minute "])
        #expect(rows.map { "\($0.key.name) \($0.key.subject)" } == ["a day g1", "a minute g1", "b day g1"])
        #expect(try await store.reader.ruleState(mentioning: "u5").map(\.key.subject) == ["person u5.c7"])
    }
}
