import ChatModel
import Foundation

/// The committed outcomes of entries.
package final class Turns: Sendable {
    let database: StoreDatabase
    let journal: Journal
    let outbox: Outbox
    let jobs: Jobs
    let state: StateStore
    let cases: Cases
    let deadLetters: DeadLetters

    init(
        database: StoreDatabase, journal: Journal, outbox: Outbox, jobs: Jobs, state: StateStore, cases: Cases,
        deadLetters: DeadLetters
    ) {
        self.database = database
        self.journal = journal
        self.outbox = outbox
        self.jobs = jobs
        self.state = state
        self.cases = cases
        self.deadLetters = deadLetters
    }

    /// Commits turns with their deliveries and signals the listeners. Returns once they are durable. A second turn of an entry is
    /// ignored.
    package func commit(_ turns: [Turn]) async throws {
        guard !turns.isEmpty else { return }
        let now = database.time.now
        // Later messages of a channel are not decided before the events that a turn causes in it.
        try await database.commit(atMost: turns.allSatisfy(\.events.isEmpty) ? 0 : nil) { [self] transaction in
            for turn in turns { try WaitingEntryTable.delete(turn.sequence, in: transaction.database) }
            try commit(turns, at: now, in: transaction)
        }
    }

    func commit(_ turns: [Turn], at now: Date, in transaction: Transaction) throws {
        guard !turns.isEmpty else { return }
        let new = try TurnTable.insert(turns, at: now, into: transaction.database)
        var deliveries: [(cause: Int64, delivery: NewDelivery)] = []
        for turn in new { deliveries += try commit(turn, at: now, in: transaction).map { (turn.sequence, $0) } }
        try AnswerCountTable.put(new.compactMap(\.answers), in: transaction.database)
        try outbox.insert(deliveries, at: now, in: transaction)
        for turn in new {
            for change in turn.jobs { try jobs.apply(change, cause: turn.sequence, at: now, in: transaction) }
            if !turn.events.isEmpty { try journal.append(turn.events.map { NewEntry(system: $0) }, in: transaction) }
        }
    }

    /// Commits what a turn changes at once. Returns the deliveries that it causes.
    private func commit(_ turn: Turn, at now: Date, in transaction: Transaction) throws -> [NewDelivery] {
        transaction.counts.add(turn)
        try state.commit(turn, in: transaction)
        for step in turn.trace.steps where step.isFailureOfBot {
            try deadLetters.insert(turn.sequence, step.who, because: step.why, at: now, in: transaction)
        }
        for (position, new) in turn.cases.enumerated() {
            try cases.insert(new, position: position, of: turn, at: now, in: transaction)
        }
        let tooLate = try cases.apply(turn.caseChanges, at: now, in: transaction)
        if !tooLate.isEmpty {
            try TurnTable.update(turn.trace.withdrawing(tooLate), of: turn.sequence, in: transaction.database)
        }
        return tooLate.isEmpty ? turn.deliveries : turn.deliveries.filter { !tooLate.contains($0.author) }
    }

    /// Hands entries on to a subscriber as they are appended, and commits the turns that it decides then. Earlier entries, those that
    /// are durable when this returns, are to be read from the journal.
    package func handOnEntries(to subscriber: any JournalSubscriber) async throws {
        try await database.commit { [self] _ in journal.handOn(to: JournalSubscription(subscriber: subscriber, turns: self)) }
    }

    /// The entry up to which every entry has its turn.
    package func turnsThrough() async throws -> Int64 {
        try await database.read { try CheckpointTable.value(of: .turnsThrough, in: $0) }
    }

    package func setTurnsThrough(_ sequence: Int64) async throws {
        try await database.commit { try Self.setTurnsThrough(sequence, in: $0) }
    }

    /// Records the entry up to which every entry has its turn, without waiting.
    package func queueTurnedThrough(_ sequence: Int64) {
        database.writer.queue(atMost: 0, isLazy: true) { try Self.setTurnsThrough(sequence, in: $0) }
    }

    private static func setTurnsThrough(_ sequence: Int64, in transaction: Transaction) throws {
        try CheckpointTable.advance(.turnsThrough, to: sequence, in: transaction.database)
        try DecisionTicketTable.deleteCommitted(through: sequence, in: transaction.database)
    }
}

extension Trace {
    /// The trace after the requests of several authors had no effect, because another turn was committed first.
    fileprivate func withdrawing(_ authors: Set<String>) -> Trace {
        var trace = self
        for index in trace.steps.indices where authors.contains(trace.steps[index].who) {
            trace.steps[index].what = "nothing"
            let reason = trace.steps[index].why
            trace.steps[index].why = reason.isEmpty ? "it had already ended" : "\(reason); it had already ended"
        }
        return trace
    }
}
