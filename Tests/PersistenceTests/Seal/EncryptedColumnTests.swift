import GRDB
import MezonTesting
import Testing

@testable import Persistence

struct EncryptedColumnTests {
    /// The columns stored in plain text: fixed words, names of rules and bots, ids, checkpoints.
    private static let plain: Set<String> = [
        "appointment.author", "appointment.name", "appointment.timetable",
        "bot_record.author", "bot_record.bot", "bot_state.bot", "bot_state.fingerprint", "bot_state.key", "cases.author",
        "cases.kind", "cases.ordinals", "cases.version", "copy.author", "crash.author", "crash.bot", "edition.version",
        "emptied.why", "file_copy.place", "file_copy.source",
        "given.version", "journal.kind", "letter.author", "letter.state", "mark.name", "member.roles", "memo.kind", "memo.name",
        "journal_key.key", "memo.subject", "memo.world", "message_name.name", "outbox.author", "port_note.key", "port_note.port",
        "port_note.value", "reaction_name.emoji", "reaction_name.name", "role.permissions",
        "seal.key", "seal.source", "start.version", "sweep.name",
        "turn.sightings", "turn.version", "version.change",
    ]

    @Test func `every text column is encrypted or listed as plain`() throws {
        var found: Set<String> = []
        for migrator in [DatabaseSchema.house, DatabaseSchema.archive] {
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
        let seal = ValueCipher(.make())
        let queue = try DatabaseQueue()
        try queue.inDatabase { database in
            try database.add(seal)
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
