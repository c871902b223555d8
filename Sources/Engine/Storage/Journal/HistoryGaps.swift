package import AsyncSupport
import ChatModel

/// Gaps in the history of channels.
package final class HistoryGaps: Sendable {
    /// Signals recorded gaps.
    package let signal = AsyncSignal()

    private let database: StoreDatabase
    private let journal: Journal

    init(_ database: StoreDatabase, journal: Journal) {
        self.database = database
        self.journal = journal
    }

    package func all() async throws -> [HistoryGap] {
        try await database.read { try HistoryGapTable.all(in: $0) }
    }

    /// Appends events to the journal and records the gaps before them in the same transaction.
    package nonisolated(nonsending) func append(_ events: [NewEntry], leaving gaps: [HistoryGap]) async throws {
        guard !gaps.isEmpty else {
            try await journal.append(events)
            return
        }
        let now = database.time.now
        try await database.commit(appending: events.count) { [self] transaction in
            for gap in gaps { try HistoryGapTable.open(gap, at: now, in: transaction.database) }
            _ = try journal.appendReceived(events, in: transaction)
            transaction.signal(signal)
        }
    }

    /// Appends the messages that fill a gap and closes it, except for the remaining part. Returns the number of new messages.
    @discardableResult
    package nonisolated(nonsending) func append(
        _ events: [NewEntry], closing gap: HistoryGap, leaving rest: HistoryGap?
    ) async throws -> Int {
        let now = database.time.now
        return try await database.commit { [journal] transaction in
            try HistoryGapTable.close(gap, in: transaction.database)
            if let rest { try HistoryGapTable.open(rest, at: now, in: transaction.database) }
            return try journal.append(events, in: transaction)
        }
    }
}
