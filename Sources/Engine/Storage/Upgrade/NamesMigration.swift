import ChatModel
import Foundation
import GRDB

/// The migration that gives tables, columns and stored names their present terms.
///
/// Encrypted values are bound to their table, column and keys. Those of renamed ones are decrypted and encrypted again in the same
/// transaction, which requires the key.
enum NamesMigration {
    static let identifier = "names"

    static let tables = [
        ("appointment", "scheduled_job"), ("bot_record", "bot_invocation"), ("copy", "relay_copy"), ("crash", "bot_crash"),
        ("edition", "rule_revision"), ("gap", "history_gap"), ("given", "decision_ticket"), ("letter", "dead_letter"),
        ("mark", "checkpoint"), ("memo", "rule_state"), ("message_name", "external_message"), ("port_note", "connector_state"),
        ("reaction_name", "external_reaction"), ("seal", "encryption_key"), ("sighting", "directory_observation"),
        ("start", "process_start"), ("sweep", "retention_checkpoint"), ("emptied", "redaction"),
    ]

    /// The renamed columns by the present name of their table.
    static let columns = [
        "bot_crash": [("number", "id")],
        "bot_invocation": [("number", "id"), ("contributions", "results"), ("readings", "reads")],
        "cases": [("place", "position"), ("version", "revision")],
        "channel": [("newest", "last_message"), ("partner", "dm_user")],
        "connector_state": [("port", "connection")],
        "dead_letter": [("number", "id"), ("tries", "attempts")],
        "decision": [("conclusion", "decision")],
        "decision_ticket": [("version", "revision")],
        "external_message": [("name", "external_id")],
        "external_reaction": [("name", "external_id"), ("person", "user")],
        "file_copy": [("place", "destination")],
        "journal_key": [("only", "id")],
        "outbox": [("after", "dependency"), ("first", "original_id")],
        "process_start": [
            ("me", "bot_user"), ("version", "revision"), ("relived_after", "rebuilt_after"),
            ("relived_through", "rebuilt_through"),
        ],
        "redaction": [("why", "reason")],
        "role": [("is_everybodys", "is_everyone")],
        "rule_revision": [("version", "revision")],
        "rule_state": [("world", "shadow_rule")],
        "scheduled_job": [
            ("due", "due_at"), ("last_due", "last_due_at"), ("made_at", "created_at"), ("note", "payload"),
            ("occurred", "run_count"),
            ("skipped", "skip_count"), ("timetable", "schedule"),
        ],
        "turn": [("sightings", "observations"), ("version", "revision")],
    ]

    static func run(in database: Database) throws {
        let functions = functions
        for function in functions { database.add(function: function) }
        defer { for function in functions { database.remove(function: function) } }
        for (old, new) in tables where new != "redaction" {
            try database.execute(sql: "ALTER TABLE \(old) RENAME TO \(new)")
        }
        for (table, columns) in columns.sorted(by: { $0.key < $1.key }) where table != "redaction" {
            for (old, new) in columns { try database.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(old) TO \(new)") }
        }
        try database.execute(sql: indices)
        try database.execute(sql: redaction)
        try database.execute(sql: authors)
        try database.execute(sql: values)
        try renewIdentities(in: database)
    }

    private static let indices = """
        DROP INDEX appointment_by_due;
        CREATE INDEX scheduled_job_by_due ON scheduled_job(due_at) WHERE NOT is_paused;
        DROP INDEX bot_record_by_entry;
        CREATE UNIQUE INDEX bot_invocation_by_entry ON bot_invocation(sequence, author);
        DROP INDEX copy_message;
        CREATE INDEX relay_copy_by_message ON relay_copy(message);
        DROP INDEX message_name_by_message;
        CREATE INDEX external_message_by_message ON external_message(message);
        DROP INDEX reaction_name_by_message;
        CREATE INDEX external_reaction_by_message ON external_reaction(message);
        """

    /// The table is written anew, because its constraint lists the reasons.
    private static let redaction = """
        CREATE TABLE redaction (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            reason TEXT NOT NULL CHECK (reason IN ('trace', 'retention', 'erased'))
        ) STRICT;
        INSERT INTO redaction SELECT sequence, at, renamed_redaction(why) FROM emptied;
        DROP TABLE emptied;
        UPDATE checkpoint SET name = 'turns_through' WHERE name = 'turned_through';
        UPDATE checkpoint SET name = 'deliveries_through' WHERE name = 'settled_through';
        """

    /// Values in tables and columns that keep their names.
    private static var authors: String {
        let author = "renamed_author(author)"
        let delivery = ["cause", author, "ordinal"], measure = ["cause", author, "position"]
        return """
            UPDATE journal SET kind = renamed_kind(kind),
                frame = \(EncryptedColumn.frame.sealed("renamed_json(\(EncryptedColumn.frame.opened))"))
            WHERE kind GLOB 'house-*';
            UPDATE turn SET trace = \(EncryptedColumn.trace.sealed("renamed_trace(\(EncryptedColumn.trace.opened))"))
            WHERE \(EncryptedColumn.trace.opened) GLOB '*house*' OR \(EncryptedColumn.trace.opened) GLOB '*hook:*';
            UPDATE outbox SET author = \(author),
                payload = \(EncryptedColumn.payload.sealed(EncryptedColumn.payload.opened, keys: delivery)),
                reason = \(EncryptedColumn.deliveryReason.sealed("renamed_reason(\(EncryptedColumn.deliveryReason.opened))", keys: delivery))
            WHERE author GLOB 'house:*' OR \(EncryptedColumn.deliveryReason.opened) GLOB 'hook:*';
            UPDATE cases SET author = \(author),
                reason = \(EncryptedColumn.caseReason.sealed(EncryptedColumn.caseReason.opened, keys: measure)),
                inverses = \(EncryptedColumn.inverses.sealed(EncryptedColumn.inverses.opened, keys: measure)),
                evidence = \(EncryptedColumn.evidence.sealed(EncryptedColumn.evidence.opened, keys: measure)),
                undone_by = \(EncryptedColumn.undoneBy.sealed(EncryptedColumn.undoneBy.opened, keys: measure)),
                strike = \(EncryptedColumn.strike.sealed(EncryptedColumn.strike.opened, keys: measure))
            WHERE author GLOB 'house:*';
            UPDATE bot_crash SET author = \(author) WHERE author GLOB 'house:*';
            UPDATE relay_copy SET author = \(author) WHERE author GLOB 'house:*';
            """
    }

    /// Encrypted values in renamed tables and columns.
    private static var values: String {
        let author = "renamed_author(author)"
        let state = ["shadow_rule", "renamed_state_kind(kind)", "renamed_state_name(name, kind)", "subject"]
        return """
            UPDATE bot_invocation SET author = \(author),
                results = \(moved("bot_record.contributions", to: .results, keys: ["sequence", author])),
                reads = \(moved("bot_record.readings", to: .reads, keys: ["sequence", author])),
                writes = \(moved("bot_record.writes", to: .writes, keys: ["sequence", author]));
            UPDATE dead_letter SET author = \(author),
                reason = \(moved("letter.reason", to: .deadLetterReason, keys: ["sequence", author, "at"]));
            UPDATE decision SET decision = \(moved("decision.conclusion", to: .decision));
            UPDATE directory_observation SET text = \(moved("sighting.text", to: .observation));
            UPDATE rule_revision SET files = \(moved("edition.files", to: .revisionFiles));
            UPDATE rule_state SET kind = renamed_state_kind(kind), name = renamed_state_name(name, kind),
                value = \(moved("memo.value", to: .ruleState, keys: state));
            UPDATE scheduled_job SET author = \(author),
                payload = \(moved("appointment.note", to: .jobPayload, keys: [author, "name"]));
            """
    }

    /// SQL for a value of a former table and column at its present location.
    ///
    /// - Parameter keys: The present keys; nil if they are the former ones.
    private static func moved(_ former: String, to column: EncryptedColumn, keys: [String]? = nil) -> String {
        let opened = "opened(\(column.column), '\(former)', \(column.keys.joined(separator: ", ")))"
        let renamed =
            switch column {
            case .results, .decision, .ruleState: "renamed_json(\(opened))"
            case .revisionFiles: "renamed_revision(\(opened))"
            default: opened
            }
        return column.sealed(renamed, keys: keys ?? column.keys)
    }

    /// Computes the identities of failures anew, because they contain the author.
    private static func renewIdentities(in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT sequence, \(EncryptedColumn.frame.opened) FROM journal
                WHERE kind = 'system-delivery-failed' AND identity IS NOT NULL
                """)
        for row in rows {
            guard let event = SystemEvent(frame: Array(row[1] as Data)), let identity = JournalTable.identity(of: event) else {
                continue
            }
            try database.execute(
                sql: "UPDATE OR IGNORE journal SET identity = ? WHERE sequence = ?", arguments: [identity, row[0] as Int64])
        }
    }

    private static var functions: [DatabaseFunction] {
        [
            function("renamed_author") { FormerNames.author($0[0]) },
            function("renamed_kind") { FormerNames.eventKind($0[0]) },
            function("renamed_state_kind") { FormerNames.stateKind($0[0]) },
            function("renamed_state_name", 2) { FormerNames.stateName($0[0], ofKind: $0[1]) },
            function("renamed_redaction") { FormerNames.redaction($0[0]) },
            function("renamed_revision") { FormerNames.revision($0[0]) },
            function("renamed_reason") { FormerNames.reason($0[0]) },
            function("renamed_trace") { FormerNames.trace($0[0]) },
            function("renamed_json") { FormerNames.json($0[0]) },
        ]
    }

    /// A function of texts, or of bytes that are a text. Null stays null.
    private static func function(
        _ name: String, _ count: Int = 1, _ body: @escaping @Sendable ([String]) -> String
    ) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: count, pure: true) { values in
            var texts: [String] = []
            for value in values {
                switch value.storage {
                case .string(let text): texts.append(text)
                case .blob(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
                case .null, .int64, .double: return nil
                }
            }
            let result = body(texts)
            if case .blob = values[0].storage { return Data(result.utf8) }
            return result
        }
    }
}
