import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct StateCheckpointTests {
    private let testStore: TestStore
    private let store: Store

    init() async throws {
        testStore = try await TestStore()
        store = try testStore.store
    }

    /// Commits a decision that changes values.
    private func decide(_ ticket: Int64, _ changes: [(name: String, value: String?)], in other: Store? = nil) async throws {
        let store = other ?? store
        try await store.journal.append([.make(.make())])
        let keys = changes.map { RuleStateRow.Key(shadowRule: "", kind: "counter", name: $0.name, subject: "u5") }
        let values = changes.map(\.value)
        store.state.add(
            PendingDecision(
                sequence: ticket, ticket: ticket, version: "v",
                stateChange: .init(
                    hasDeadline: false, changes: keys.map { RuleStateChange($0) }, value: { values[$0] }, json: { "{}" })))
        var turn = Turn(sequence: ticket, trace: Trace())
        turn.ticket = ticket
        try await store.turns.commit([turn])
    }

    private func values(_ name: String, at checkpoint: StateCheckpoint) throws -> [String] {
        try store.reader.ruleState(ofKind: "counter", named: name, about: "u5", at: checkpoint).map(\.value)
    }

    private func newest() async throws -> StateCheckpoint {
        try #require(try await store.reader.stateCheckpoint(through: .distantFuture))
    }

    @Test func `the state at a checkpoint is that before the first change of a day`() async throws {
        #expect(try await store.reader.stateCheckpoint(through: .distantFuture) == nil)
        try await decide(1, [("a", "1"), ("b", "1")])
        let first = try await newest()
        #expect(first == StateCheckpoint(ticket: 0, sequence: 0, at: testStore.time.now))
        try await decide(2, [("a", "2")])
        #expect(try await newest() == first, "the same day")
        testStore.time.advance(by: .seconds(86_400))
        try await decide(3, [("a", nil), ("c", "3")])
        let second = try await newest()
        #expect(second == StateCheckpoint(ticket: 2, sequence: 2, at: testStore.time.now))
        try await decide(4, [("a", "4"), ("c", "4")])
        #expect(try values("a", at: first) == [] && values("b", at: first) == [] && values("c", at: first) == [])
        #expect(try values("a", at: second) == ["2"] && values("b", at: second) == ["1"] && values("c", at: second) == [])
        testStore.time.advance(by: .seconds(2 * 86_400))
        try await decide(5, [("c", "5")])
        let third = try await newest()
        #expect(try values("a", at: third) == ["4"] && values("c", at: third) == ["4"])
        #expect(try values("a", at: second) == ["2"] && values("c", at: second) == [])
        #expect(try await store.reader.stateCheckpoint(through: second.at) == second)
        #expect(try await store.reader.stateCheckpoint(through: second.at - 1) == first)
    }

    @Test func `a restart makes no further checkpoint of a day, and keeps the first value`() async throws {
        try await decide(1, [("a", "1")])
        let first = try await newest()
        let reopened = try testStore.restart()
        try await decide(2, [("a", "2"), ("b", "2")], in: reopened)
        #expect(try await reopened.reader.stateCheckpoint(through: .distantFuture) == first)
        for name in ["a", "b"] {
            #expect(try reopened.reader.ruleState(ofKind: "counter", named: name, about: "u5", at: first).isEmpty)
        }
    }

    @Test func `values that expire are kept for the checkpoint before`() async throws {
        try await decide(1, [("a", "1")])
        let key = RuleStateRow.Key(shadowRule: "", kind: "counter", name: "d", subject: "u5")
        try await store.database.commit { transaction in
            try RuleStateTable.write(
                [RuleStateRow(key: key, value: "old", expiresAt: Date(milliseconds: 5))], in: transaction.database)
        }
        #expect(try await store.state.deleteExpired(through: Date(milliseconds: 5)) == 1)
        let kept = try store.reader.ruleState(ofKind: "counter", named: "d", about: "u5", at: try await newest())
        #expect(kept == [RuleStateRow(key: key, value: "old", expiresAt: Date(milliseconds: 5))])
    }

    @Test func `checkpoints are deleted with what is kept under them`() async throws {
        for day in 1...3 {
            try await decide(Int64(day), (0..<300).map { ("n\($0)", "\(day)") })
            testStore.time.advance(by: .seconds(86_400))
        }
        let last = try await newest()
        try await store.state.deleteCheckpoints(before: last.at)
        #expect(try await store.reader.stateCheckpoint(through: last.at - 1) == nil)
        #expect(try values("n7", at: last) == ["2"])
        let counts = try await store.database.read { database in
            let sql = "SELECT count(*) FROM former_rule_state"
            return [try database.value(sql), try database.value(sql + " WHERE ticket = ?", [last.ticket])] as [Int64?]
        }
        #expect(counts == [300, 300])
    }

    @Test func `a checkpoint that is deleted while it is read ends the read`() async throws {
        try await decide(1, [("a", "1")])
        let checkpoint = try await newest()
        try await store.state.deleteCheckpoints(before: .distantFuture)
        #expect(throws: StorageError.checkpointDeleted) { try values("a", at: checkpoint) }
    }

    @Test func `a deletion and a decision in one transaction leave no value without a checkpoint`() async throws {
        try await decide(1, [("a", "1")])
        try await store.journal.append([.make(.make())])
        store.state.add(
            PendingDecision(
                sequence: 2, ticket: 2, version: "v",
                stateChange: .init(
                    hasDeadline: false,
                    changes: [RuleStateChange(RuleStateRow.Key(shadowRule: "", kind: "counter", name: "b", subject: "u5"))],
                    value: { _ in "2" }, json: { "{}" })))
        var turn = Turn(sequence: 2, trace: Trace())
        turn.ticket = 2
        async let deletion: Void = store.state.deleteCheckpoints(before: .distantFuture)
        async let commit: Void = store.turns.commit([turn])
        _ = try await (deletion, commit)
        let orphans: Int64? = try await store.database.read {
            try $0.value("SELECT count(*) FROM former_rule_state WHERE ticket NOT IN (SELECT ticket FROM state_checkpoint)")
        }
        #expect(orphans == 0)
    }

    @Test func `a clock that was ahead for a time prevents no later checkpoint`() async throws {
        try await decide(1, [("a", "1")])
        testStore.time.step(by: .seconds(1000 * 86_400))
        try await decide(2, [("a", "2")])
        testStore.time.step(by: .seconds(-999 * 86_400))
        try await decide(3, [("a", "3")])
        let newest = try #require(try await store.reader.stateCheckpoint(through: testStore.time.now))
        #expect(newest.ticket == 2)
        #expect(try values("a", at: newest) == ["2"])
    }

    @Test func `a rewrite of the state, as an erasure makes it, leaves no earlier value`() async throws {
        try await decide(1, [("a", "canary")])
        testStore.time.advance(by: .seconds(86_400))
        try await decide(2, [("a", "bird")])
        _ = try await store.state.rewriteRuleState(containing: ["canary"]) { _ in "gone" }
        #expect(try await store.reader.stateCheckpoint(through: .distantFuture) == nil)
        let count: Int64? = try await store.database.read { try $0.value("SELECT count(*) FROM former_rule_state") }
        #expect(count == 0)
        try await decide(3, [("a", "later")])
        #expect(try values("a", at: try await newest()) == ["bird"])
    }
}
