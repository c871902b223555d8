package import ChatModel
package import Foundation
import Synchronization

/// The state of rules and bots, with the decisions that changed it.
package final class StateStore: Sendable {
    private let database: StoreDatabase
    /// The connection by which decisions read rule state. It is theirs alone, so that they wait for no other reader.
    private let reader: any SQLReader
    let decisions: PendingDecisions
    private let rewrites = Mutex(0)
    /// The id of the newest directory observation.
    private let lastObservation: Mutex<Int64>

    init(_ database: StoreDatabase, decisions: PendingDecisions, lastObservation: Int64) {
        self.database = database
        reader = database.connections.decisionReader
        self.decisions = decisions
        self.lastObservation = Mutex(lastObservation)
    }

    /// Commits the state changes of a turn's decision.
    func commit(_ turn: Turn, in transaction: Transaction) throws {
        if turn.ticket > 0, !decisions.turn(turn.sequence, ticket: turn.ticket), turn.isRecorded {
            try DecisionTable.delete(turn.sequence, in: transaction.database)
        }
    }

    /// Adds a decision, which becomes durable before any later one. Returns at once.
    package func add(_ decision: PendingDecision) { decisions.add(decision) }

    /// The decisions that wait for their turns, and the last ticket.
    package func uncommittedDecisions() async throws -> (open: [UncommittedDecision], lastTicket: Int64) {
        try await database.read { database in
            let open = try DecisionTable.all(in: database)
            return (open, max(try TurnTable.lastTicket(in: database), open.last?.ticket ?? 0))
        }
    }

    /// The last ticket that is durable, with the state changes of its decision; zero before the first commit.
    package var durableTicket: Int64 { decisions.durableTicket }

    /// The number of times that `rewriteRuleState` has changed values.
    package var rewriteCount: Int { rewrites.withLock { $0 } }

    /// The durable rule state under a key, of enforced rules and of those in shadow mode.
    ///
    /// It does not suspend, because decisions call it, also within a transaction of the writer, whose own changes it does not see.
    package func ruleState(ofKind kind: String, named name: String, about subject: String) throws -> [RuleStateRow] {
        try reader.readNow { try RuleStateTable.values(ofKind: kind, named: name, about: subject, in: $0) }
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

    /// The enforced rule state of a kind under several names, with the subjects that begin with one of several texts.
    package func ruleState(
        ofKind kind: String, named names: [String], subjectPrefixes prefixes: [String]
    ) async throws -> [RuleStateRow] {
        try await database.read { database in
            var found: [RuleStateRow] = []
            for name in names {
                for prefix in prefixes {
                    found += try RuleStateTable.state(ofKind: kind, named: name, subjectPrefix: prefix, in: database)
                }
            }
            return found
        }
    }

    /// Deletes the rule state that expires by a date, a few values at a time. Returns their number.
    package func deleteExpired(through date: Date) async throws -> Int {
        let limit = 500  // Values of one commit: a few milliseconds of the writer's time.
        var count = 0
        while true {
            let deleted = try await database.commit { transaction in
                try RuleStateTable.deleteExpired(through: date, limit: limit, in: transaction.database)
            }
            count += deleted
            if deleted < limit { return count }
            try Task.checkCancellation()
        }
    }

    /// Deletes the checkpoints of the rule state before a date, and what is kept under them, a few values at a time.
    package func deleteCheckpoints(before date: Date) async throws {
        try await database.commit { [decisions] transaction in
            // The same transaction may make another one.
            if try StateCheckpointTable.delete(before: date, in: transaction.database) > 0 { decisions.checkpoints.reset() }
        }
        let limit = 500  // Values of one commit: a few milliseconds of the writer's time.
        while try await database.commit({ try StateCheckpointTable.deleteUnused(limit: limit, in: $0.database) }) == limit {
            try Task.checkCancellation()
        }
    }

    /// Changes the rule state that contains one of several words, a few values at a time, and deletes all checkpoints, which contain what it
    /// was before. Returns the number of changed values.
    package func rewriteRuleState(
        containing words: [String], _ change: @escaping @Sendable (String) -> String
    ) async throws -> Int {
        var position = RuleStateRow.Key(shadowRule: "", kind: "", name: "", subject: "")
        var count = 0
        while true {
            let after = position
            let rows = try await database.read { try RuleStateTable.values(containing: words, after: after, in: $0) }
            guard let last = rows.last else {
                // Last, because decisions made meanwhile may have kept values from before.
                try await deleteCheckpoints(before: .distantFuture)
                return count
            }
            position = last.key
            let keys = rows.filter { change($0.value) != $0.value }.map(\.key)
            guard !keys.isEmpty else { continue }
            count += keys.count
            try await database.commit { transaction in
                for key in keys { try Self.rewrite(key, change, in: transaction.database) }
            }
            rewrites.withLock { $0 += 1 }
        }
    }

    /// Changes a value as it is now: a decision may have changed it since it was found.
    private static func rewrite(_ key: RuleStateRow.Key, _ change: (String) -> String, in database: any SQLSession) throws {
        let values = try RuleStateTable.values(ofKind: key.kind, named: key.name, about: key.subject, in: database)
        guard var row = values.first(where: { $0.key == key }) else { return }
        row.value = change(row.value)
        try RuleStateTable.write([row], in: database)
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
        let ticket = decisions.lastTicket
        database.writer.queue(atMost: 0) { [decisions] in
            decisions.include(through: ticket)
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
        try await database.read { try BotTable.open(after: try CheckpointTable.value(of: .turnsThrough, in: $0), in: $0) }
    }
}
