import GRDB

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

    /// - Parameter value: The value as JSON; nil deletes it.
    static func write(_ value: String?, under key: RuleStateRow.Key, in database: Database) throws {
        guard let value else {
            let statement = try database.cachedStatement(
                sql: "DELETE FROM rule_state WHERE shadow_rule = ? AND kind = ? AND name = ? AND subject = ?")
            statement.setUncheckedArguments([key.shadowRule, key.kind, key.name, key.subject])
            return try statement.execute()
        }
        try database.run(insertion) { row in
            row.bind(key.shadowRule)
            row.bind(key.kind)
            row.bind(key.name)
            row.bind(key.subject)
            row.bind(value)
        }
    }

    private static let insertion = """
        INSERT INTO rule_state (shadow_rule, kind, name, subject, value)
        VALUES (?1, ?2, ?3, ?4, \(EncryptedColumn.ruleState.sealed("?5", keys: ["?1", "?2", "?3", "?4"])))
        ON CONFLICT (shadow_rule, kind, name, subject) DO UPDATE SET value = excluded.value
        """

    /// The enforced state of a kind, without that of rules in shadow mode.
    static func state(ofKind kind: String, in database: Database) throws -> [RuleStateRow] {
        try Row.fetchAll(
            database,
            sql:
                "SELECT name, subject, \(EncryptedColumn.ruleState.opened) FROM rule_state WHERE shadow_rule = '' AND kind = ? ORDER BY name, subject",
            arguments: [kind]
        ).map { RuleStateRow(key: RuleStateRow.Key(shadowRule: "", kind: kind, name: $0[0], subject: $0[1]), value: $0[2]) }
    }

    static func all(in database: Database) throws -> [RuleStateRow] {
        try Row.fetchAll(
            database, sql: "SELECT shadow_rule, kind, name, subject, \(EncryptedColumn.ruleState.opened) FROM rule_state"
        )
        .map {
            RuleStateRow(key: RuleStateRow.Key(shadowRule: $0[0], kind: $0[1], name: $0[2], subject: $0[3]), value: $0[4])
        }
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
}

/// A change to one value in the state of rules.
package struct RuleStateChange: Sendable {
    package var key: RuleStateRow.Key
    /// The value as JSON; nil deletes it. It is evaluated only if the same commit contains no later change under this key.
    package var value: @Sendable () -> String?

    package init(_ key: RuleStateRow.Key, value: @escaping @Sendable () -> String?) {
        self.key = key
        self.value = value
    }
}
