package import Foundation

/// The checkpoints of the rule state, and the values that have changed since.
///
/// Before the first change after a checkpoint, the value of a key is kept under the checkpoint. The state at a checkpoint therefore has,
/// for each key, the value that was kept first since then, or else the present one.
enum StateCheckpointTable {
    static let schema = """
        CREATE TABLE state_checkpoint (
            ticket INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE former_rule_state (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            shadow_rule TEXT NOT NULL,
            ticket INTEGER NOT NULL,
            value TEXT,
            expires_at INTEGER,
            PRIMARY KEY (kind, name, subject, shadow_rule, ticket)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX former_rule_state_by_ticket ON former_rule_state(ticket);
        """

    static func insert(_ checkpoint: StateCheckpoint, into database: any SQLSession) throws {
        try database.execute(
            "INSERT INTO state_checkpoint (ticket, sequence, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [checkpoint.ticket, checkpoint.sequence, checkpoint.at.milliseconds])
    }

    static func newest(in database: any SQLSession) throws -> StateCheckpoint? {
        try database.firstRow("\(select) ORDER BY ticket DESC LIMIT 1", [], checkpoint)
    }

    /// The first checkpoint at an entry or behind it; nil if there is none.
    static func first(from sequence: Int64, in database: any SQLSession) throws -> StateCheckpoint? {
        try database.firstRow("\(select) WHERE sequence >= ? ORDER BY ticket LIMIT 1", [sequence], checkpoint)
    }

    /// The newest checkpoint at a date or before it; nil if there is none.
    static func newest(through date: Date, in database: any SQLSession) throws -> StateCheckpoint? {
        try database.firstRow("\(select) WHERE at <= ? ORDER BY ticket DESC LIMIT 1", [date.milliseconds], checkpoint)
    }

    /// Keeps the present value of a key under the newest checkpoint, unless one is kept there.
    ///
    /// - Parameter ticket: The ticket of the newest checkpoint.
    static func keep(_ key: RuleStateRow.Key, under ticket: Int64, in database: any SQLSession) throws {
        let row = try RuleStateTable.value(under: key, in: database)
        try database.execute(
            """
            INSERT INTO former_rule_state (kind, name, subject, shadow_rule, ticket, value, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, \(EncryptedColumn.formerRuleState.sealed("?6", keys: ["?4", "?1", "?2", "?3", "?5"])), ?7)
            ON CONFLICT DO NOTHING
            """,
            [key.kind, key.name, key.subject, key.shadowRule, ticket, row?.value, row?.expiresAt?.milliseconds])
    }

    /// The values under a key as they were at a checkpoint, of enforced rules and of those in shadow mode.
    ///
    /// - Throws: `StorageError.checkpointDeleted`.
    static func values(
        ofKind kind: String, named name: String, about subject: String, at ticket: Int64, in database: any SQLSession
    ) throws -> [RuleStateRow] {
        guard try database.value("SELECT 1 FROM state_checkpoint WHERE ticket = ?", [ticket]) as Int64? != nil else {
            throw StorageError.checkpointDeleted
        }
        var known: Set<String> = []
        var rows: [RuleStateRow] = []
        try database.forEachRow(
            """
            SELECT shadow_rule, \(EncryptedColumn.formerRuleState.opened), expires_at FROM former_rule_state
            WHERE kind = ? AND name = ? AND subject = ? AND ticket >= ? ORDER BY ticket
            """, [kind, name, subject, ticket]
        ) { row in
            let shadowRule: String = row[0]
            guard known.insert(shadowRule).inserted, let value = row[1] as String? else { return true }
            rows.append(
                RuleStateRow(
                    key: RuleStateRow.Key(shadowRule: shadowRule, kind: kind, name: name, subject: subject), value: value,
                    expiresAt: (row[2] as Int64?).map(Date.init(milliseconds:))))
            return true
        }
        let present = try RuleStateTable.values(ofKind: kind, named: name, about: subject, in: database)
        return rows + present.filter { !known.contains($0.key.shadowRule) }
    }

    /// The values that are kept whose names or subjects contain a text, with the times of their checkpoints.
    static func values(mentioning text: String, in database: any SQLSession) throws -> [FormerRuleStateRow] {
        try database.rows(
            """
            SELECT kind, name, subject, shadow_rule, \(EncryptedColumn.formerRuleState.opened), expires_at, state_checkpoint.at
            FROM former_rule_state JOIN state_checkpoint USING (ticket)
            WHERE value IS NOT NULL AND (instr(name, ?1) > 0 OR instr(subject, ?1) > 0)
            ORDER BY kind, name, subject, shadow_rule, ticket
            """, [text]
        ) { row in
            FormerRuleStateRow(
                row: RuleStateRow(
                    key: RuleStateRow.Key(shadowRule: row[3], kind: row[0], name: row[1], subject: row[2]), value: row[4],
                    expiresAt: (row[5] as Int64?).map(Date.init(milliseconds:))),
                at: Date(milliseconds: row[6]))
        }
    }

    /// Deletes the checkpoints before a date. Returns their number.
    static func delete(before date: Date, in database: any SQLSession) throws -> Int {
        try database.changeCount(of: "DELETE FROM state_checkpoint WHERE at < ?", [date.milliseconds])
    }

    /// Deletes values that are kept for no checkpoint any more. Returns their number, at most `limit`.
    static func deleteUnused(limit: Int, in database: any SQLSession) throws -> Int {
        try database.changeCount(
            of: """
                DELETE FROM former_rule_state WHERE (kind, name, subject, shadow_rule, ticket) IN (
                    SELECT kind, name, subject, shadow_rule, ticket FROM former_rule_state
                    WHERE ticket < coalesce((SELECT min(ticket) FROM state_checkpoint), \(Int64.max)) LIMIT ?
                )
                """, [limit])
    }

    private static let select = "SELECT ticket, sequence, at FROM state_checkpoint"

    private static func checkpoint(_ row: SQLRow) -> StateCheckpoint {
        StateCheckpoint(ticket: row[0], sequence: row[1], at: Date(milliseconds: row[2]))
    }
}

/// A value of the rule state that was replaced after a checkpoint.
package struct FormerRuleStateRow: Sendable, Hashable {
    package var row: RuleStateRow
    /// The time of the checkpoint.
    package var at: Date
}

/// A position in the history at which the rule state can be read as it was.
package struct StateCheckpoint: Sendable, Hashable {
    /// The last decision whose changes the state includes.
    package var ticket: Int64
    /// The entry before the first one that was decided after it.
    package var sequence: Int64
    /// The time of the first change after it.
    package var at: Date

    package init(ticket: Int64, sequence: Int64, at: Date) {
        self.ticket = ticket
        self.sequence = sequence
        self.at = at
    }
}
