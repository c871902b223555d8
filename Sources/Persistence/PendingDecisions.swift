import GRDB
import Synchronization

/// A decision of the rules on its way to the disk.
package struct PendingDecision: Sendable {
    /// What it changed of what rules remember. Written down only where it is needed, on the writer's thread.
    package struct StateChange: Sendable {
        /// Whether a question with an end is among it.
        package var asks: Bool
        package var changes: [RuleStateChange]
        /// What it came to, as JSON.
        package var conclusion: @Sendable () -> String

        package init(
            asks: Bool, changes: [RuleStateChange], conclusion: @escaping @Sendable () -> String
        ) {
            self.asks = asks
            self.changes = changes
            self.conclusion = conclusion
        }
    }

    package var sequence: Int64
    /// Its place among all.
    package var ticket: Int64
    /// The edition of the rules that decided.
    package var version: String
    /// Nil where it changed nothing of what rules remember.
    package var remembered: StateChange?

    package init(sequence: Int64, ticket: Int64, version: String, remembered: StateChange?) {
        self.sequence = sequence
        self.ticket = ticket
        self.version = version
        self.remembered = remembered
    }
}

/// Decisions that nothing on disk tells of yet, in the order of their tickets.
///
/// What is on disk is always what the first so many decisions left. So a decision goes there with its own turn, or, where that of a
/// later one comes first, together with it: then with what it came to, so that it is not made twice.
final class PendingDecisions: CommitParticipant {
    private struct State {
        var pending: [PendingDecision] = []
        /// Entries that the transaction under way gives their turns.
        var turned: Set<Int64> = []
        /// The last ticket that has to be on disk with it.
        var through: Int64 = 0
        /// How many of the pending it tells of.
        var told = 0
    }

    private let state = Mutex(State())
    /// Called after questions with an end have reached the disk.
    private let asked: @Sendable () -> Void

    init(asked: @escaping @Sendable () -> Void) { self.asked = asked }

    /// Called in the order of the tickets.
    func add(_ decision: PendingDecision) { state.withLock { $0.pending.append(decision) } }

    /// The transaction under way gives an entry its turn. Returns whether the decision that stands in it comes to the disk with it.
    func turn(_ sequence: Int64, ticket: Int64) -> Bool {
        state.withLock { state in
            state.turned.insert(sequence)
            state.through = max(state.through, ticket)
            return state.pending.contains { $0.ticket == ticket }
        }
    }

    /// The transaction under way needs all that was decided so far.
    func needAll() { state.withLock { state in state.through = max(state.through, state.pending.last?.ticket ?? 0) } }

    func opened() {
        state.withLock { state in
            state.turned = []
            state.through = 0
            state.told = 0
        }
    }

    func closing(_ database: Database) throws {
        let (due, turned) = state.withLock { state in
            let due = state.pending.prefix { $0.ticket <= state.through }
            state.told = due.count
            return (due, state.turned)
        }
        var last: [RuleStateRow.Key: RuleStateChange] = [:]
        for decision in due {
            let hasTurn = turned.contains(decision.sequence)
            guard let remembered = decision.remembered else {
                if !hasTurn { try DecisionTicketTable.note(decision, in: database) }
                continue
            }
            if !hasTurn {
                try DecisionTable.insert(
                    UncommittedDecision(
                        sequence: decision.sequence, ticket: decision.ticket, conclusion: remembered.conclusion()), into: database
                )
            }
            for change in remembered.changes { last[change.key] = change }
        }
        for change in last.values { try RuleStateTable.write(change.value(), under: change.key, in: database) }
    }

    func committed() {
        let told = state.withLock { state in
            defer { state.pending.removeFirst(state.told) }
            return state.pending.prefix(state.told)
        }
        if told.contains(where: { $0.remembered?.asks == true }) { asked() }
    }
}
