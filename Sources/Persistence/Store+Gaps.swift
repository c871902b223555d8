import GRDB
import MezonModel

/// What history still owes us.
extension Store {
    package func gaps() async throws -> [HistoryGap] {
        try await database.read { try HistoryGapTable.all(in: $0) }
    }

    /// Appends events, as `append` does, and notes in the same transaction what is missing before them.
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
        if count > 0 { ringForEntries() }
        gapBell.ring()
    }

    /// Appends what filled a gap, and forgets it, but for what is left of it; returns how many messages were new.
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
        if count > 0 { ringForEntries() }
        return count
    }
}
