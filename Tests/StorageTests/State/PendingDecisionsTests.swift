import BotTesting
import ChatModel
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct PendingDecisionsTests {
    /// The state that a start would find.
    private struct Found: Equatable {
        var open: [Int64] = []
        var given: [Int64] = []
        var stateRecords: [String] = []
    }

    private let testStore: TestStore

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.journal.append((0..<4).map { _ in .make(.make()) })
    }

    @Test func `a pending decision is committed with its turn`() async throws {
        try decide(1, remembering: "a")
        try decide(2, remembering: nil)
        try await turn(1)
        try await turn(2)
        #expect(try await found() == Found(stateRecords: ["a"]))
    }

    @Test func `a turn commits earlier pending decisions, and later ones wait`() async throws {
        try decide(1, remembering: "a")
        try decide(2, remembering: nil)
        try decide(3, remembering: "b")
        try decide(4, remembering: "c")
        try await turn(3)
        #expect(try await found() == Found(open: [1], given: [2], stateRecords: ["a", "b"]))
        try await turn(1)
        #expect(try await found() == Found(given: [2], stateRecords: ["a", "b"]))
    }

    @Test func `pending decisions are written in decision order`() async throws {
        try decide(1, remembering: "old", of: "level")
        try decide(2, remembering: "new", of: "level")
        try await turn(2)
        try await turn(1)
        #expect(try await found().stateRecords == ["new"])
    }

    @Test func `recording a bot invocation commits all pending decisions`() async throws {
        try decide(1, remembering: "a")
        let store = try testStore.store
        await withCheckedContinuation { stored in
            store.state.record(
                InvocationRow(sequence: 1, author: "bot:a", bot: "a", results: "[]", reads: "[]", writes: "[]"), []
            ) {
                stored.resume()
            }
        }
        #expect(try await found() == Found(open: [1], stateRecords: ["a"]))
    }

    @Test func `a commit includes no decisions that were made after it was queued`() async throws {
        try decide(1, remembering: "a")
        let decisions = try testStore.store.state.decisions
        let ticket = decisions.lastTicket
        try decide(2, remembering: "b")
        try await testStore.store.database.commit { _ in decisions.include(through: ticket) }
        #expect(try await found() == Found(open: [1], stateRecords: ["a"]))
        #expect(decisions.lastTicket == 2)
        try await turn(2)
        #expect(decisions.lastTicket == 2)
    }

    @Test func `no decision is written from one on whose entry could not be stored`() async throws {
        try decide(1, remembering: "a")
        try decide(2, remembering: "b")
        try decide(3, remembering: "c")
        let failed = WriteDecisions()
        var lost = Turn(sequence: 2, trace: Trace())
        lost.ticket = 2
        failed.keep(lost)
        try testStore.store.state.decisions.writeDidFail(failed)
        try await turn(1)
        await #expect(throws: DatabaseError.self) { try await turn(3) }
        #expect(try await found() == Found(stateRecords: ["a"]))
    }

    @Test func `decisions of a refused commit are written with its retry`() async throws {
        try decide(1, remembering: "a")
        try decide(2, remembering: nil)
        let store = try testStore.store
        let refusals = Mutex(1)
        async let committed: Void = store.database.commit { [decisions = store.state.decisions] _ in
            _ = decisions.turn(2, ticket: 2)
            guard
                refusals.withLock({ left in
                    defer { left = 0 }
                    return left == 0
                })
            else { throw DatabaseError(resultCode: .SQLITE_FULL) }
        }
        await testStore.time.waitForSleepers()
        await testStore.time.advanceToNextSleeper()
        try await committed
        #expect(try await found() == Found(open: [1], stateRecords: ["a"]))
    }

    private func decide(_ number: Int64, remembering value: String?, of name: String? = nil) throws {
        try testStore.store.state.add(
            PendingDecision(
                sequence: number, ticket: number, version: "v",
                stateChange: value.map { value in
                    PendingDecision.StateChange(
                        hasDeadline: false,
                        changes: [
                            RuleStateChange(RuleStateRow.Key(shadowRule: "", kind: "variable", name: name ?? value, subject: ""))
                        ], value: { _ in value }, json: { "{}" })
                }))
    }

    private func turn(_ number: Int64) async throws {
        var turn = Turn(sequence: number, trace: Trace())
        turn.ticket = number
        turn.isRecorded = true
        try await testStore.store.turns.commit([turn])
    }

    private func found() async throws -> Found {
        try await testStore.store.database.read { database in
            Found(
                open: try DecisionTable.all(in: database).map(\.sequence),
                given: try database.values("SELECT sequence FROM decision_ticket ORDER BY ticket"),
                stateRecords: try RuleStateTable.all(in: database).map(\.value))
        }
    }
}
