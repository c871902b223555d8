import AsyncSupport
import GRDB
import Synchronization

/// A decision of the rules that is not stored yet.
package struct PendingDecision: Sendable {
    /// The state changes of a decision. They are encoded on the writer's thread, and only if needed.
    package struct StateChange: Sendable {
        /// A Boolean value that indicates whether the changes include a question with a deadline.
        package var hasDeadline: Bool
        package var changes: [RuleStateChange]
        /// Returns a new value as JSON, given the index of its change; nil deletes the value. It is called only if the same commit
        /// contains no later change under the key.
        package var value: @Sendable (Int) -> String?
        /// The decision as JSON.
        package var json: @Sendable () -> String

        package init(
            hasDeadline: Bool, changes: [RuleStateChange], value: @escaping @Sendable (Int) -> String?,
            json: @escaping @Sendable () -> String
        ) {
            self.hasDeadline = hasDeadline
            self.changes = changes
            self.value = value
            self.json = json
        }
    }

    package var sequence: Int64
    /// The position of the decision among all decisions.
    package var ticket: Int64
    /// The revision of the rules that decided.
    package var version: String
    /// The state changes; nil if the decision changed no rule state.
    package var stateChange: StateChange?

    package init(sequence: Int64, ticket: Int64, version: String, stateChange: StateChange?) {
        self.sequence = sequence
        self.ticket = ticket
        self.version = version
        self.stateChange = stateChange
    }
}

/// The decisions that are not on disk yet, in the order of their tickets.
///
/// The stored rule state is always the result of a prefix of all decisions. A decision is therefore written with its own turn, or
/// together with the turn of a later decision if that is committed first. In that case its result is stored too, so that it is not
/// made twice.
final class PendingDecisions: CommitParticipant {
    private struct State {
        var pending: [PendingDecision] = []
        /// The directory observations that decisions have used, by id.
        var observations: [(id: Int64, text: String)] = []
        /// The entries whose turns are part of the current transaction.
        var entriesWithTurn: Set<Int64> = []
        /// The last ticket that must be durable with the current transaction.
        var through: Int64 = 0
        /// The numbers of pending decisions and of observations that the transaction writes.
        var writtenCount = 0
        var writtenObservations = 0
        /// The last ticket that is durable; zero before the first commit.
        var durableTicket: Int64 = 0
        /// The first ticket of a write that was given up.
        var failedTicket = Int64.max

        /// Returns whether the decision with a ticket is pending. They are in the order of their tickets.
        func isPending(_ ticket: Int64) -> Bool {
            var (low, high) = (0, pending.count)
            while low < high {
                let middle = (low + high) / 2
                if pending[middle].ticket < ticket { low = middle + 1 } else { high = middle }
            }
            return low < pending.count && pending[low].ticket == ticket
        }
    }

    private let state = Mutex(State())
    /// Signals committed questions that have a deadline.
    private let deadlineSignal: AsyncSignal
    let checkpoints: StateCheckpoints

    init(deadlineSignal: AsyncSignal, checkpoints: StateCheckpoints) {
        self.deadlineSignal = deadlineSignal
        self.checkpoints = checkpoints
    }

    /// The last ticket that is durable, with the state changes of its decision; zero before the first commit.
    var durableTicket: Int64 { state.withLock { $0.durableTicket } }

    /// Adds an observation. Called before the decision that uses it is added.
    func add(_ observation: String, as id: Int64) { state.withLock { $0.observations.append((id, observation)) } }

    /// Adds a decision. Called in the order of the tickets.
    func add(_ decision: PendingDecision) { state.withLock { $0.pending.append(decision) } }

    /// Records that the current transaction commits the turn of an entry. Returns whether it also writes the decision of that turn.
    func turn(_ sequence: Int64, ticket: Int64) -> Bool {
        state.withLock { state in
            state.entriesWithTurn.insert(sequence)
            state.through = max(state.through, ticket)
            return state.isPending(ticket)
        }
    }

    /// The ticket of the last decision so far.
    var lastTicket: Int64 { state.withLock { $0.pending.last?.ticket ?? $0.durableTicket } }

    /// Includes decisions in the current transaction.
    ///
    /// - Parameter ticket: A ticket that was given before the transaction's write was queued. The entries of decisions that were made
    ///   since then may not be in the journal yet.
    func include(through ticket: Int64) { state.withLock { $0.through = max($0.through, ticket) } }

    func transactionDidBegin() {
        checkpoints.transactionDidBegin()
        state.withLock { state in
            state.entriesWithTurn = []
            state.through = 0
            state.writtenCount = 0
            state.writtenObservations = 0
        }
    }

    func transactionWillCommit(_ transaction: Transaction) throws {
        let database = transaction.database
        let (due, entriesWithTurn, observations) = try state.withLock { state in
            guard state.through < state.failedTicket else {
                throw DatabaseError(message: "an earlier entry that was decided could not be stored")
            }
            let due = state.pending.prefix { $0.ticket <= state.through }
            state.writtenCount = due.count
            // Those of later decisions are written, too: a decision is never durable before what it observed.
            state.writtenObservations = state.observations.count
            return (due, state.entriesWithTurn, state.observations.prefix(state.writtenObservations))
        }
        for observation in observations {
            try DirectoryObservationTable.insert(observation.text, as: observation.id, into: database)
        }
        // The last changes under each key, by the positions of their decisions and in them.
        var last: [RuleStateRow.Key: (decision: Int, change: Int)] = [:]
        for (position, decision) in zip(due.indices, due) {
            let hasTurn = entriesWithTurn.contains(decision.sequence)
            guard let stateChange = decision.stateChange else {
                if !hasTurn { try DecisionTicketTable.note(decision, in: database) }
                continue
            }
            if !hasTurn {
                try DecisionTable.insert(
                    UncommittedDecision(
                        sequence: decision.sequence, ticket: decision.ticket, json: stateChange.json()), into: database
                )
            }
            for (index, change) in stateChange.changes.enumerated() { last[change.key] = (position, index) }
            if stateChange.hasDeadline { transaction.signal(deadlineSignal) }
        }
        if let first = due.first {
            try checkpoints.keep(last.keys, before: first.ticket, of: first.sequence, in: database)
        }
        var rows: [RuleStateRow] = []
        rows.reserveCapacity(last.count)
        for (key, place) in last {
            guard let stateChange = due[place.decision].stateChange else { continue }
            if let value = stateChange.value(place.change) {
                rows.append(RuleStateRow(key: key, value: value, expiresAt: stateChange.changes[place.change].expiresAt))
            } else {
                try RuleStateTable.delete(key, in: database)
            }
        }
        try RuleStateTable.write(rows, in: database)
    }

    func transactionDidCommit() {
        checkpoints.transactionDidCommit()
        state.withLock { state in
            if state.writtenCount > 0 { state.durableTicket = state.pending[state.writtenCount - 1].ticket }
            state.pending.removeFirst(state.writtenCount)
            state.observations.removeFirst(state.writtenObservations)
        }
    }

    /// No decision from the failed ones on is stored any more: they have changed the state that later ones saw, but their entries are not
    /// in the journal. The next start decides anew.
    func writeDidFail(_ decisions: WriteDecisions) {
        guard let ticket = decisions.firstTicket else { return }
        state.withLock { $0.failedTicket = min($0.failedTicket, ticket) }
    }
}
