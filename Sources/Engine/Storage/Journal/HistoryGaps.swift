import ChatModel
import GRDB

/// Gaps in the history of channels.
extension Store {
    package func gaps() async throws -> [HistoryGap] {
        try await database.read { try HistoryGapTable.all(in: $0) }
    }

    /// Appends events, as `append` does, and records the gaps before them in the same transaction.
    package nonisolated(nonsending) func append(_ events: [NewEntry], leaving gaps: [HistoryGap]) async throws {
        guard !gaps.isEmpty else {
            try await append(events)
            return
        }
        let now = time.now
        let count = try await commits.commit { [self] database in
            for gap in gaps { try HistoryGapTable.open(gap, at: now, in: database) }
            return try append(events, to: database)
        }
        learnNames(from: events)
        if count > 0 { signalEntries() }
        gapSignal.signal()
    }

    /// Appends the messages that fill a gap and closes it, except for the remaining part. Returns the number of new messages.
    @discardableResult
    package nonisolated(nonsending) func append(
        _ events: [NewEntry], closing gap: HistoryGap, leaving rest: HistoryGap?
    ) async throws -> Int {
        let now = time.now
        let count = try await commits.commit { [self] database in
            try HistoryGapTable.close(gap, in: database)
            if let rest { try HistoryGapTable.open(rest, at: now, in: database) }
            return try append(events, to: database)
        }
        if count > 0 { signalEntries() }
        return count
    }
}
