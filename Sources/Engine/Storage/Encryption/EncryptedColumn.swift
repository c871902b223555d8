/// The columns that are encrypted in an encrypted store: all that may contain messages or names of users.
///
/// Ids, times, order, outcomes, the names of rules and bots, and unique values stay in plain text, because queries look rows up by
/// them. The SQL text states where a column is encrypted and decrypted; in a plain store both functions return the value unchanged.
/// SQLite calls them. A server cannot, so that the client does their work: `opened` is a column of a result, and `sealed` has an argument
/// or a constant for its value.
package enum EncryptedColumn: Int, CaseIterable, Sendable {
    case frame, trace, payload, deliveryReason, decision, ruleState, caseReason, inverses, evidence, undoneBy, strike,
        revisionFiles,
        botState
    case results, reads, writes, observation, deadLetterReason, clanName, channelLabel, category, roleTitle
    // Columns of the archive.
    case authorName, text
    // Further columns of the main database.
    case jobPayload, fileCopy
    case memberName
    case formerRuleState

    package var table: String { location.table }
    package var column: String { location.column }
    /// The columns that identify the row and never change. A value is bound to them.
    package var keys: [String] { location.keys }

    private var location: (table: String, column: String, keys: [String]) {
        switch self {
        case .frame: ("journal", "frame", ["sequence"])
        case .trace: ("turn", "trace", ["sequence"])
        case .payload: ("outbox", "payload", ["cause", "author", "ordinal"])
        case .deliveryReason: ("outbox", "reason", ["cause", "author", "ordinal"])
        case .decision: ("decision", "decision", ["sequence"])
        case .ruleState: ("rule_state", "value", ["shadow_rule", "kind", "name", "subject"])
        case .caseReason: ("cases", "reason", ["cause", "author", "position"])
        case .inverses: ("cases", "inverses", ["cause", "author", "position"])
        case .evidence: ("cases", "evidence", ["cause", "author", "position"])
        case .undoneBy: ("cases", "undone_by", ["cause", "author", "position"])
        case .strike: ("cases", "strike", ["cause", "author", "position"])
        case .revisionFiles: ("rule_revision", "files", ["revision"])
        case .botState: ("bot_state", "value", ["bot", "key"])
        case .results: ("bot_invocation", "results", ["sequence", "author"])
        case .reads: ("bot_invocation", "reads", ["sequence", "author"])
        case .writes: ("bot_invocation", "writes", ["sequence", "author"])
        case .observation: ("directory_observation", "text", ["id"])
        case .deadLetterReason: ("dead_letter", "reason", ["sequence", "author", "at"])
        case .clanName: ("clan", "name", ["id"])
        case .channelLabel: ("channel", "label", ["id"])
        case .category: ("channel", "category", ["id"])
        case .roleTitle: ("role", "title", ["clan", "id"])
        case .authorName: ("message_version", "author_name", ["sequence"])
        case .text: ("message_version", "text", ["sequence"])
        case .jobPayload: ("scheduled_job", "payload", ["author", "name"])
        case .fileCopy: ("file_copy", "outcome", ["source", "destination"])
        case .memberName: ("member_name", "names", ["clan", "user"])
        case .formerRuleState:
            ("former_rule_state", "value", ["shadow_rule", "kind", "name", "subject", "ticket"])
        }
    }

    /// SQL for the decrypted value of a row.
    var opened: String { opened(of: table) }

    /// - Parameter name: The table's name or alias in the query.
    func opened(of name: String) -> String {
        "opened(\(name).\(column), \(rawValue), \(keys.map { "\(name).\($0)" }.joined(separator: ", ")))"
    }

    /// SQL for the number of bytes of the decrypted text of a row, which a server determines without the key.
    func byteCount(in dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: "length(CAST(\(opened) AS BLOB))"
        case .postgreSQL: "opened_size(\(table).\(column))"
        }
    }

    /// SQL for the encrypted value of an updated row.
    func sealed(_ value: String) -> String { sealed(value, keys: keys) }

    /// SQL for the encrypted value of a new row.
    ///
    /// - Parameter keys: The SQL expressions of the key columns, for example `?1`.
    func sealed(_ value: String, keys: [String]) -> String {
        "sealed(\(value), \(rawValue), \(keys.joined(separator: ", ")))"
    }
}
