package import ChatModel
package import Foundation
import GRDB
import Synchronization

/// The state of rules and bots, with the decisions that changed it.
package final class StateStore: Sendable {
    private let database: StoreDatabase
    let decisions: PendingDecisions
    /// The id of the newest directory observation.
    private let lastObservation: Mutex<Int64>

    init(_ database: StoreDatabase, decisions: PendingDecisions, lastObservation: Int64) {
        self.database = database
        self.decisions = decisions
        self.lastObservation = Mutex(lastObservation)
    }

    /// Commits the state changes of a turn: those of its decision, and the count of answers.
    func commit(_ turn: Turn, in transaction: Transaction) throws {
        if turn.ticket > 0, !decisions.turn(turn.sequence, ticket: turn.ticket), turn.isRecorded {
            try DecisionTable.delete(turn.sequence, in: transaction.database)
        }
        if let answers = turn.answers { try AnswerCountTable.put(answers, in: transaction.database) }
    }

    /// Adds a decision, which becomes durable before any later one. Returns at once.
    package func add(_ decision: PendingDecision) { decisions.add(decision) }

    /// The rule state, the decisions that wait for their turns, and the last ticket.
    package func ruleState() async throws -> (stateRecords: [RuleStateRow], open: [UncommittedDecision], lastTicket: Int64) {
        try await database.read { database in
            let open = try DecisionTable.all(in: database)
            let last = max(try TurnTable.lastTicket(in: database), open.last?.ticket ?? 0)
            return (try RuleStateTable.all(in: database), open, last)
        }
    }

    /// Queues a directory observation, which becomes durable before the decision that used it. Returns its id.
    package func recordObservation(_ text: String) -> Int64 {
        let number = lastObservation.withLock { last in
            last += 1
            return last
        }
        decisions.add(text, as: number)
        return number
    }

    /// Records a start of the application. Returns the entries from which rule state is rebuilt: those that rules have decided, in
    /// order, received within `length` before the last entry.
    ///
    /// - Parameter limit: The maximum number of entries.
    package func begin(
        as me: UserID, revision version: String, after ticket: Int64, replaying length: Duration, limit: Int
    ) async throws -> [Entry] {
        let now = database.time.now
        let milliseconds = Int64(length / .milliseconds(1))
        let start = try await database.commit { transaction in
            let database = transaction.database
            try DecisionTicketTable.pruneResolved(after: ticket, in: database)
            let start = ProcessStart(
                firstTicket: ticket + 1, at: now, me: me, version: version,
                rebuiltAfter: try JournalTable.floor(milliseconds: milliseconds, limit: limit, in: database),
                rebuiltThrough: try JournalTable.lastSequence(in: database))
            try ProcessStartTable.note(start, in: database)
            return start
        }
        return try await database.read { try start.rebuildEntries(in: $0) }
    }

    /// The enforced rule state of a kind.
    package func ruleState(ofKind kind: String) async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.state(ofKind: kind, in: $0) }
    }

    /// The counts of the reply limiter, without those whose last event is older than `date`.
    package func answerCounts(since date: Date) async throws -> [AnswerCount] {
        try await database.commit { transaction in
            try AnswerCountTable.deleteOld(before: date, in: transaction.database)
            return try AnswerCountTable.all(in: transaction.database)
        }
    }

    /// Queues a record and its state changes; they become durable before any later write. Returns at once.
    ///
    /// All rule decisions so far become durable with it, because they may have invoked the bot.
    /// - Parameter stored: Called once the record is durable.
    package func record(_ row: InvocationRow, _ changes: [BotStateRow], then stored: @escaping @Sendable () -> Void) {
        database.writer.queue { [decisions] in
            decisions.includeAll()
            try BotTable.insert(row, changes, into: $0.database)
        } then: {
            stored()
        }
    }

    package func botState(of bot: String, under key: String) async throws -> BotStateRow? {
        try await database.read { try BotTable.state(of: bot, under: key, in: $0) }
    }

    /// The complete state of a bot, including values written by other builds.
    package func botStates(of bot: String) async throws -> [BotStateRow] {
        try await database.read { try BotTable.states(of: bot, in: $0) }
    }

    /// Writes bot state in one transaction.
    package func write(_ states: [BotStateRow]) async throws {
        try await database.commit { transaction in
            for state in states { try BotTable.write(state, in: transaction.database) }
        }
    }

    /// The records of bots for entries that have no turn yet.
    package func openBotRecords() async throws -> [InvocationRow] {
        try await database.read { try BotTable.open(after: try CheckpointTable.value(of: .turnedThrough, in: $0), in: $0) }
    }
}
