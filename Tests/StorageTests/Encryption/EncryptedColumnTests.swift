import BotTesting
import GRDB
import Testing

@testable import Storage

struct EncryptedColumnTests {
    /// The columns stored in plain text: fixed words, names of rules and bots, ids, checkpoints.
    private static let plain: Set<String> = [
        "bot_crash.author", "bot_crash.bot", "bot_invocation.author", "bot_invocation.bot", "bot_state.bot",
        "bot_state.fingerprint", "bot_state.key", "cases.author", "cases.kind", "cases.ordinals", "cases.revision",
        "checkpoint.name", "connector_state.connection", "connector_state.key", "connector_state.value", "dead_letter.author",
        "dead_letter.state", "decision_ticket.revision", "encryption_key.key", "encryption_key.source",
        "external_message.external_id", "external_reaction.emoji", "external_reaction.external_id", "file_copy.destination",
        "file_copy.source", "former_rule_state.kind", "former_rule_state.name", "former_rule_state.shadow_rule",
        "former_rule_state.subject", "journal.kind", "journal_key.key", "member.roles", "message_version.change", "outbox.author",
        "process_start.revision", "redaction.reason", "relay_copy.author", "retention_checkpoint.name", "role.permissions",
        "rule_revision.revision", "rule_state.kind", "rule_state.name", "rule_state.shadow_rule", "rule_state.subject",
        "scheduled_job.author", "scheduled_job.name", "scheduled_job.schedule", "turn.observations", "turn.revision",
    ]

    @Test func `every text column is encrypted or listed as plain`() throws {
        var found: Set<String> = []
        for migrator in [DatabaseSchema.bot, DatabaseSchema.archive] {
            let queue = try DatabaseQueue()
            try queue.write { try $0.add(nil) }
            try migrator.migrate(queue)
            found.formUnion(
                try queue.read { database in
                    try String.fetchSet(
                        database,
                        sql: """
                            SELECT t.name || '.' || c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
                            WHERE t.type = 'table' AND c.type IN ('TEXT', 'BLOB') AND t.name NOT LIKE 'sqlite%'
                                AND t.name <> 'grdb_migrations'
                            """)
                })
        }
        let sealed = Set(EncryptedColumn.allCases.map { "\($0.table).\($0.column)" })
        #expect(found.subtracting(sealed) == Self.plain)
        #expect(sealed.isSubset(of: found))
        #expect(sealed.count == EncryptedColumn.allCases.count)
    }

    @Test func `an encrypted value is bound to all its keys`() throws {
        let cipher = ValueCipher(.make())
        let queue = try DatabaseQueue()
        try queue.inDatabase { database in
            try database.add(cipher)
            let value: String? = try String.fetchOne(
                database, sql: "SELECT opened(sealed('hi', 12, 'ab', 'c'), 12, 'ab', 'c')")
            #expect(value == "hi")
            for other in ["12, 'a', 'bc'", "12, 'ab', 'd'", "13, 'ab', 'c'", "12, 'ab'", "12, 'ab', NULL", "12, 'ab', 1"] {
                #expect(throws: DatabaseError.self) {
                    try String.fetchOne(database, sql: "SELECT opened(sealed('hi', 12, 'ab', 'c'), \(other))")
                }
            }
            #expect(try DatabaseValue.fetchOne(database, sql: "SELECT sealed(NULL, 1, 1)") == .null)
            #expect(throws: DatabaseError.self) { try String.fetchOne(database, sql: "SELECT opened('hi', 12, 'ab', 'c')") }
        }
    }
}
