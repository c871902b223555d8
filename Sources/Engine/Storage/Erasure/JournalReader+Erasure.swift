import ChatModel
package import Foundation

/// Queries for redaction: the entries to redact and the redacted ones.
extension JournalReader {
    /// The redaction reasons of the entries in a range.
    package func redactions(after sequence: Int64, through last: Int64) async throws -> [Int64: RedactionReason] {
        try await database.read { database in
            guard try database.hasTable("redaction") else { return [:] }
            return try RedactionTable.reasons(after: sequence, through: last, in: database)
        }
    }

    /// The entries in a range whose frames contain one of several byte sequences.
    package func entries(containing bytes: [[UInt8]], after sequence: Int64, through last: Int64) async throws -> [Entry] {
        let search = ContentSearch(bytes)
        return try await database.read { database in
            var found: [Entry] = []
            var position = sequence
            while position < last {
                let rows = try database.rows(
                    """
                    SELECT \(JournalTable.columns) FROM journal WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?
                    """, [position, last, ContentSearch.rowsAtOnce], JournalTable.entry)
                guard let end = rows.last else { break }
                found += rows.filter { search.matches($0.frame) }
                position = end.sequence
            }
            return found
        }
    }

    /// The entries that delete the messages of the given entries, in ascending order.
    package func deletions(ofMessagesIn sequences: [Int64]) async throws -> [Int64] {
        try await database.read { database in
            let sql = """
                SELECT deletion.sequence FROM journal AS said JOIN journal AS deletion ON deletion.message = said.message
                    AND deletion.kind = 'delete' AND deletion.identity IS NOT NULL AND deletion.channel = said.channel
                WHERE said.sequence = ? AND said.kind = 'message' AND said.message <> 0
                """
            var found: [Int64] = []
            for sequence in sequences { found += try (database.values(sql, [sequence]) as [Int64]) }
            return found.sorted()
        }
    }

    /// The deliveries that a range of entries caused, oldest first.
    package func deliveries(causedFrom first: Int64, through last: Int64) async throws -> [Delivery] {
        try await database.read { try OutboxTable.deliveries(causedFrom: first, through: last, in: $0) }
    }

    package func deliveries(causedBy sequence: Int64) async throws -> [Delivery] {
        try await database.read { try OutboxTable.deliveries(causedBy: sequence, in: $0) }
    }

    /// Deliveries after an id, oldest first, settled or not.
    package func deliveries(after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.all(after: id, limit: limit, in: $0) }
    }

    /// The bot state whose keys satisfy a predicate.
    package func botStates(under predicate: @Sendable (String) -> Bool) async throws -> [BotStateRow] {
        try await database.read { try BotTable.states(in: $0) }.filter { predicate($0.key) }
    }

    /// One page of the cases before a date and after an id, with their evidence as JSON.
    package func evidence(before date: Date, after id: Int64) async throws -> [(id: Int64, text: String)] {
        try await database.read { try CaseTable.evidence(before: date, after: id, in: $0) }
    }

    /// The position of a named sweep; zero if it has never run.
    package func sweepCheckpoint(_ name: String) async throws -> Int64 {
        try await database.read { try $0.hasTable("retention_checkpoint") ? try RedactionTable.checkpoint(name, in: $0) : 0 }
    }

    /// The entry up to which every entry has its turn.
    package func turnsThrough() async throws -> Int64 {
        try await database.read { try CheckpointTable.value(of: .turnsThrough, in: $0) }
    }

    /// The rule state whose names or subjects contain a text; all of it by default.
    package func ruleState(mentioning text: String = "") async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.all(mentioning: text, in: $0) }
    }

    /// The values of rule state that are kept for checkpoints and whose names or subjects contain a text.
    package func formerRuleState(mentioning text: String) async throws -> [FormerRuleStateRow] {
        try await database.read { database in
            try database.hasTable("state_checkpoint") ? StateCheckpointTable.values(mentioning: text, in: database) : []
        }
    }
}
