package import RuleEngine
package import Storage

extension StoredStateEntry {
    /// Creates an entry of the rule state from its row.
    package init(_ row: RuleStateRow) {
        self.init(
            mode: row.key.shadowRule, kind: row.key.kind, name: row.key.name, subject: row.key.subject, value: row.value,
            expiresAt: row.expiresAt)
    }
}
