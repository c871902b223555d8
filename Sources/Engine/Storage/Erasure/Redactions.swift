import ChatModel
import Foundation

/// Removal of texts from stored data. Ids, times, order and outcomes are kept.
package struct Redactions: Sendable {
    let database: StoreDatabase

    /// Redacts entries and their results in one commit. The caller limits the number of entries per commit.
    package func redact(_ entries: [Redaction]) async throws {
        guard !entries.isEmpty else { return }
        let now = database.time.now
        try await database.commit { transaction in
            for entry in entries { try entry.apply(at: now, in: transaction.database) }
        }
    }

    /// Changes the texts of a column that contain one of several words, a few rows at a time.
    ///
    /// - Parameter change: Returns the new text for an old one.
    /// - Returns: The number of texts changed.
    @discardableResult
    package func rewrite(
        _ column: TextColumn, containing words: [String], _ change: @escaping @Sendable (String) -> String
    ) async throws -> Int {
        let now = database.time.now
        var position = Int64.min
        var changed = 0
        while true {
            let after = position
            let rows = try await database.read { try column.rows(containing: words, after: after, in: $0) }
            guard let last = rows.last else { return changed }
            position = last.id
            let rewritten = rows.map { (id: $0.id, old: $0.text, new: change($0.text)) }.filter { $0.old != $0.new }
            guard !rewritten.isEmpty else { continue }
            changed += rewritten.count
            try await database.commit { transaction in
                for row in rewritten {
                    try column.write(row.new, insteadOf: row.old, at: row.id, on: now, in: transaction.database)
                }
            }
        }
    }

    /// Replaces the evidence of cases, unless it has changed meanwhile.
    package func replaceEvidence(_ cases: [(id: Int64, old: String, new: String)]) async throws {
        guard !cases.isEmpty else { return }
        let now = database.time.now
        try await database.commit { transaction in
            for row in cases {
                try TextColumn.evidence.write(row.new, insteadOf: row.old, at: row.id, on: now, in: transaction.database)
            }
        }
    }

    package func setSweepCheckpoint(_ name: String, to sequence: Int64) async throws {
        try await database.commit { try RedactionTable.setCheckpoint(name, to: sequence, in: $0.database) }
    }

    /// Makes every sweep start again from the beginning.
    package func resetSweeps() async throws {
        try await database.commit { try $0.database.execute("DELETE FROM retention_checkpoint") }
    }

    /// Copies the write-ahead log into the database file and truncates it, so that no removed text remains in it.
    ///
    /// - Returns: False if another connection still reads an older snapshot. The call can be repeated.
    package func truncateLog() async throws -> Bool {
        try await database.connections.removeDeletedContent()
    }
}

extension Redaction {
    fileprivate func apply(at date: Date, in database: any SQLSession) throws {
        if let frame {
            try database.execute(
                "UPDATE journal SET frame = \(EncryptedColumn.frame.sealed("?")) WHERE sequence = ?", [Data(frame), sequence])
        }
        if let turn = try TurnTable.outcome(of: sequence, in: database), turn.trace.steps.contains(where: { !$0.why.isEmpty }) {
            let steps = turn.trace.steps.map { Trace.Step($0.who, $0.what) }
            try TurnTable.update(Trace(steps), of: sequence, in: database)
        }
        for (delivery, payload) in payloads.sorted(by: { $0.key < $1.key }) {
            try database.execute(
                """
                UPDATE outbox SET payload = \(EncryptedColumn.payload.sealed("?1")),
                    reason = CASE WHEN status = 2 THEN NULL
                        ELSE \(EncryptedColumn.deliveryReason.sealed("'its text was removed'")) END,
                    settled_at = coalesce(settled_at, ?2), status = CASE WHEN status < 2 THEN 4 ELSE status END WHERE id = ?3
                """, [Data(payload), date.milliseconds, delivery])
        }
        if reason != .trace {
            try database.execute(
                "UPDATE dead_letter SET reason = \(EncryptedColumn.deadLetterReason.sealed("''")) WHERE sequence = ?", [sequence])
        }
        if clearsBotRecords {
            try database.execute(
                """
                UPDATE bot_invocation SET results = \(EncryptedColumn.results.sealed("'[]'")),
                    reads = \(EncryptedColumn.reads.sealed("'[]'")), writes = \(EncryptedColumn.writes.sealed("'[]'"))
                WHERE sequence = ?
                """, [sequence])
        }
        try RedactionTable.note(sequence, reason, at: date, in: database)
    }
}
