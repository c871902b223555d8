import ChatModel
package import Foundation

/// The times of an entry on its way through the application.
package struct EntryTimes: Hashable, Sendable {
    package struct Sending: Hashable, Sendable {
        package var author: String
        package var status: Delivery.Status
        package var attempts: Int
        package var createdAt: Date
        /// The time of the result; nil while it waits.
        package var settledAt: Date?

        package init(author: String, status: Delivery.Status, attempts: Int, createdAt: Date, settledAt: Date?) {
            self.author = author
            self.status = status
            self.attempts = attempts
            self.createdAt = createdAt
            self.settledAt = settledAt
        }
    }

    package var sequence: Int64
    package var kind: String
    package var isLate: Bool
    /// A Boolean value that indicates whether the application caused the event, so that nothing decides about it.
    package var isOwn: Bool
    package var receivedAt: Date
    /// The time of the turn; nil while the entry waits for it.
    package var decidedAt: Date?
    /// The handlers that acted, with what they did.
    package var steps: [Trace.Step]
    package var deliveries: [Sending]

    package init(
        sequence: Int64, kind: String, isLate: Bool = false, isOwn: Bool = false, receivedAt: Date, decidedAt: Date? = nil,
        steps: [Trace.Step] = [], deliveries: [Sending] = []
    ) {
        self.sequence = sequence
        self.kind = kind
        self.isLate = isLate
        self.isOwn = isOwn
        self.receivedAt = receivedAt
        self.decidedAt = decidedAt
        self.steps = steps
        self.deliveries = deliveries
    }

    /// A Boolean value that indicates whether nothing more is expected to happen.
    package var isComplete: Bool { decidedAt != nil && deliveries.allSatisfy { $0.settledAt != nil } }
}

extension JournalReader {
    /// The times of an entry; nil if there is no such entry.
    package func times(of sequence: Int64) async throws -> EntryTimes? {
        try await database.read { database in
            guard let entry = try JournalTable.entry(sequence, in: database) else { return nil }
            let turn = try TurnTable.outcome(of: sequence, in: database)
            return EntryTimes(
                sequence: sequence, kind: entry.kind, isLate: entry.isLate, isOwn: entry.isOwn, receivedAt: entry.receivedAt,
                decidedAt: turn?.at,
                steps: (turn?.trace.steps ?? []).filter { $0.what != Trace.miss && $0.what != Trace.skip },
                deliveries: try OutboxTable.times(causedBy: sequence, in: database))
        }
    }
}

extension OutboxTable {
    static func times(causedBy sequence: Int64, in database: any SQLSession) throws -> [EntryTimes.Sending] {
        try database.rows(
            "SELECT author, status, attempts, created_at, settled_at FROM outbox WHERE cause = ? ORDER BY id", [sequence]
        ) { row in
            guard let status = Delivery.Status(rawValue: row[1]) else { throw SQLRow.ValueError(column: 1) }
            return EntryTimes.Sending(
                author: row[0], status: status, attempts: row[2],
                createdAt: Date(milliseconds: row[3]), settledAt: (row[4] as Int64?).map(Date.init(milliseconds:)))
        }
    }
}
