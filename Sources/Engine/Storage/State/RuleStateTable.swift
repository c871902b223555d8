package import Foundation

/// The state of rules: counters, cooldowns, variables, levels. Each rule in shadow mode has separate state.
enum RuleStateTable {
    static let schema = """
        CREATE TABLE memo (
            world TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (world, kind, name, subject)
        ) STRICT, WITHOUT ROWID;
        """

    /// The table with the rule in shadow mode last, so that all values under one key are found at once, and an index by expiry.
    static let byKey = """
        CREATE TABLE rule_state_by_key (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            shadow_rule TEXT NOT NULL,
            value TEXT NOT NULL,
            expires_at INTEGER,
            PRIMARY KEY (kind, name, subject, shadow_rule)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO rule_state_by_key (kind, name, subject, shadow_rule, value)
            SELECT kind, name, subject, shadow_rule, value FROM rule_state;
        DROP TABLE rule_state;
        ALTER TABLE rule_state_by_key RENAME TO rule_state;
        CREATE INDEX rule_state_by_expiry ON rule_state(expires_at) WHERE expires_at IS NOT NULL;
        """

    /// SQL that adds the expiry of values that were stored without it: a day after their end, in whole hours.
    static let addingExpiry = """
        UPDATE rule_state SET expires_at = (CAST(\(end) / 3600 AS INTEGER) + 25) * 3600000
        WHERE expires_at IS NULL AND kind NOT IN ('question', 'wait') AND \(end) BETWEEN 0 AND 100000000000
        """

    private static let opened = EncryptedColumn.ruleState.opened
    private static let end = "CASE WHEN json_valid(\(opened)) THEN json_extract(\(opened), '$.until') END"

    static func delete(_ key: RuleStateRow.Key, in database: any SQLSession) throws {
        try database.run(deletion) { $0.bind(key) }
    }

    /// Writes values, each under another key.
    static func write(_ rows: [RuleStateRow], in database: any SQLSession) throws {
        try database.run(writing, rows: rows.count) { $1.bind(rows[$0]) }
    }

    private static let condition = "kind = ?1 AND name = ?2 AND subject = ?3 AND shadow_rule = ?4"
    private static let sealedValue = EncryptedColumn.ruleState.sealed("?5", keys: ["?4", "?1", "?2", "?3"])
    private static let deletion = "DELETE FROM rule_state WHERE \(condition)"
    private static let writing = SQLRowStatement(
        "INSERT INTO rule_state (kind, name, subject, shadow_rule, value, expires_at)",
        values: "?1, ?2, ?3, ?4, \(sealedValue), ?6",
        """
        ON CONFLICT (kind, name, subject, shadow_rule) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
        """,
        arguments: [.text, .text, .text, .text, .text, .integer],
        // Most changes keep the expiry; SQLite leaves its index alone then.
        updatingBefore: "UPDATE rule_state SET value = \(sealedValue) WHERE \(condition) AND expires_at IS NOT DISTINCT FROM ?6")

    /// Deletes values that expire by a date. Returns their number.
    static func deleteExpired(through date: Date, limit: Int, in database: any SQLSession) throws -> Int {
        let keys = try database.rows(
            """
            SELECT kind, name, subject, shadow_rule FROM rule_state WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
            """, [date.milliseconds, limit]
        ) { RuleStateRow.Key(shadowRule: $0[3], kind: $0[0], name: $0[1], subject: $0[2]) }
        try StateCheckpoints.keep(keys, in: database)
        for key in keys { try delete(key, in: database) }
        return keys.count
    }

    /// The value under one key; nil if there is none.
    static func value(under key: RuleStateRow.Key, in database: any SQLSession) throws -> RuleStateRow? {
        try database.firstRow(
            "SELECT \(columns) FROM rule_state WHERE kind = ? AND name = ? AND subject = ? AND shadow_rule = ?",
            [key.kind, key.name, key.subject, key.shadowRule], row)
    }

    /// The values under a key, of enforced rules and of those in shadow mode.
    static func values(ofKind kind: String, named name: String, about subject: String, in database: any SQLSession) throws
        -> [RuleStateRow]
    {
        try database.rows(
            "SELECT \(columns) FROM rule_state WHERE kind = ? AND name = ? AND subject = ?", [kind, name, subject], row)
    }

    /// The enforced state of a kind, without that of rules in shadow mode.
    static func state(ofKind kind: String, in database: any SQLSession) throws -> [RuleStateRow] {
        try database.rows(
            "SELECT \(columns) FROM rule_state WHERE kind = ? AND shadow_rule = '' ORDER BY name, subject", [kind], row)
    }

    /// The enforced state of a kind under a name, with the subjects that begin with a text.
    static func state(
        ofKind kind: String, named name: String, subjectPrefix prefix: String, in database: any SQLSession
    ) throws -> [RuleStateRow] {
        try database.rows(
            """
            SELECT \(columns) FROM rule_state
            WHERE kind = ? AND name = ? AND subject >= ? AND subject < ? AND shadow_rule = ''
            """, [kind, name, prefix, prefix + "\u{10FFFF}"], row)
    }

    /// One page of the values that contain one of several words, or whose subjects do, in the order of their keys.
    static func values(
        containing words: [String], after key: RuleStateRow.Key, in database: any SQLSession
    ) throws -> [RuleStateRow] {
        let search = ContentSearch(words)
        return try ContentSearch.first(pageSize) {
            search.matches($0.key.subject) || search.matches($0.value)
        } _: { last in
            let key = last?.key ?? key
            return try database.rows(
                """
                SELECT \(columns) FROM rule_state WHERE (kind, name, subject, shadow_rule) > (?, ?, ?, ?)
                ORDER BY kind, name, subject, shadow_rule LIMIT ?
                """, [key.kind, key.name, key.subject, key.shadowRule, ContentSearch.rowsAtOnce], row)
        }
    }

    private static let pageSize = 100  // Values of one commit: a few milliseconds of the writer's time.

    /// - Parameter text: The text that the name or the subject contains; empty for all values.
    static func all(mentioning text: String = "", in database: any SQLSession) throws -> [RuleStateRow] {
        try database.rows(
            """
            SELECT \(columns) FROM rule_state WHERE instr(name, ?1) > 0 OR instr(subject, ?1) > 0
            ORDER BY kind, name, subject, shadow_rule
            """, [text], row)
    }

    private static let columns = "kind, name, subject, shadow_rule, \(opened), expires_at"

    private static func row(_ row: SQLRow) -> RuleStateRow {
        RuleStateRow(
            key: RuleStateRow.Key(shadowRule: row[3], kind: row[0], name: row[1], subject: row[2]), value: row[4],
            expiresAt: (row[5] as Int64?).map(Date.init(milliseconds:)))
    }
}

extension ArgumentBinder {
    fileprivate mutating func bind(_ key: RuleStateRow.Key) {
        bind(key.kind)
        bind(key.name)
        bind(key.subject)
        bind(key.shadowRule)
    }

    fileprivate mutating func bind(_ row: RuleStateRow) {
        bind(row.key)
        bind(row.value)
        bind(row.expiresAt?.milliseconds)
    }
}

/// One value in the state of rules.
package struct RuleStateRow: Sendable, Hashable {
    /// The key of a value.
    package struct Key: Sendable, Hashable {
        /// The rule in shadow mode to which the value belongs; empty for enforced state.
        package var shadowRule: String
        package var kind: String
        package var name: String
        package var subject: String

        package init(shadowRule: String, kind: String, name: String, subject: String) {
            self.shadowRule = shadowRule
            self.kind = kind
            self.name = name
            self.subject = subject
        }
    }

    package var key: Key
    /// The value as JSON.
    package var value: String
    /// The time after which rules ignore the value; nil if they never do.
    package var expiresAt: Date?
}

/// A change to one value in the state of rules.
package struct RuleStateChange: Sendable {
    package var key: RuleStateRow.Key
    /// The time after which rules ignore the value; nil if they never do.
    package var expiresAt: Date?

    package init(_ key: RuleStateRow.Key, expiresAt: Date? = nil) {
        self.key = key
        self.expiresAt = expiresAt
    }
}
