import BotTesting
import Storage
import Testing

@testable import PostgreSQLStorage
@testable import Storage

struct PostgreSQLStatementTests {
    @Test(arguments: [
        ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2"),
        ("SELECT ?1, ?2 WHERE ?1 > 0", "SELECT $1, $2 WHERE $1 > 0"),
        ("SELECT ?10", "SELECT $10"),
        ("INSERT INTO t VALUES (?1, sealed(?2, 3, ?1))", "INSERT INTO t VALUES ($1, $2)"),
        ("SELECT opened(t.a, 3, t.id), b FROM t", "SELECT t.a, b FROM t"),
        ("SELECT length(opened(t.a, 3, t.id))", "SELECT length(t.a)"),
        ("SELECT sealed(coalesce(?1, ''), 3, (t.id))", "SELECT coalesce($1, '')"),
        ("SELECT reopened(a)", "SELECT reopened(a)"),
        ("SELECT opened(a", "SELECT a"),
        ("SELECT 'opened(a, 1, b)?', \"?\" WHERE a = ?", "SELECT 'opened(a, 1, b)?', \"?\" WHERE a = $1"),
        ("SELECT opened_size(t.a) FROM t", "SELECT octet_length(t.a) FROM t"),
        ("SELECT a)", "SELECT a)"),
    ])
    func `arguments are numbered, and a plain store's statements do not encrypt`(sql: String, expected: String) {
        #expect(PostgreSQLStatement(sql).text == expected)
    }

    @Test(arguments: [
        ("SELECT ?3, ?1, ?3", "SELECT $1, $2, $1"),
        (
            "INSERT INTO turn (sequence, trace) VALUES (?1, sealed(?2, 1, ?1))",
            "INSERT INTO turn (sequence, trace) VALUES ($1, $2)"
        ),
        (
            "SELECT sequence, opened(turn.trace, 1, turn.sequence), at FROM turn",
            "SELECT sequence, turn.trace, turn.sequence, at FROM turn"
        ),
        ("SELECT max(opened_size(t.a)) FROM t", "SELECT max((octet_length(rtrim(t.a, '=')) * 3 / 4 - 37)) FROM t"),
        ("UPDATE turn SET trace = sealed('', 1, sequence) WHERE at > ?", "UPDATE turn SET trace = $1 WHERE at > $2"),
    ])
    func `an encrypted store's statements have parameters and columns instead of functions`(sql: String, expected: String) throws
    {
        #expect(try PostgreSQLStatement(encrypting: sql).text == expected)
    }

    @Test(arguments: [
        "SELECT length(opened(turn.trace, 1, turn.sequence)) FROM turn",
        "SELECT 1 FROM turn WHERE opened(turn.trace, 1, turn.sequence) = ?",
        "SELECT a || opened(turn.trace, 1, turn.sequence) FROM turn",
        "SELECT opened(turn.trace, 1, turn.sequence) || a FROM turn",
        "SELECT opened(turn.trace, 999, turn.sequence) FROM turn",
        "SELECT opened(turn.trace, 1) FROM turn",
        "INSERT INTO turn (trace) VALUES (sealed(coalesce(?1, ''), 1, ?2))",
        "INSERT INTO turn (trace) VALUES (sealed(?1, 1, sequence))",
    ])
    func `a statement that computes with an encrypted value is refused`(sql: String) {
        #expect(throws: PostgreSQLError.self) { try PostgreSQLStatement(encrypting: sql) }
    }

    @Test func `an update of encrypted values is made for each row`() throws {
        let statement = try PostgreSQLStatement(
            encrypting: """
                UPDATE outbox SET status = ?, reason = sealed(?, 3, cause, author, ordinal)
                WHERE id = ? AND (status < 2)
                """)
        #expect(statement.rows?.keys == #"SELECT "cause", "author", "ordinal" FROM outbox WHERE  id = ?3 AND (status < 2)"#)
        #expect(
            statement.rows?.update == """
                UPDATE outbox SET status = ?1, reason = sealed(?2, 3, ?4, ?5, ?6)
                WHERE ( id = ?3 AND (status < 2)) AND "cause" = ?4 AND "author" = ?5 AND "ordinal" = ?6
                """)
        #expect(statement.encryptsByRow([.integer(1), .text("a"), .integer(2)]))
        #expect(!statement.encryptsByRow([.integer(1), .null, .integer(2)]))
    }

    @Test func `a statement for several rows takes an array for each argument`() {
        let rows = "(SELECT unnest($1::bigint[]) AS a1, unnest($2::text[]) AS a2) AS given"
        let insertion = SQLRowStatement(
            "INSERT INTO t (a, b)", values: "?1, sealed(?2, 3, ?1)", "ON CONFLICT (a) DO NOTHING", arguments: [.integer, .text])
        #expect(
            PostgreSQLStatement(forRowsOf: insertion).text
                == "INSERT INTO t (a, b) SELECT given.a1, given.a2 FROM \(rows) ON CONFLICT (a) DO NOTHING")
        let update = SQLRowStatement("UPDATE t SET b = ?2", "WHERE a = ?1", arguments: [.integer, .text])
        #expect(
            PostgreSQLStatement(forRowsOf: update).text == "UPDATE t SET b = given.a2 FROM \(rows) WHERE a = given.a1")
    }

    @Test(arguments: [(true, [1, 3]), (false, [])])
    func `values of a row are encrypted where the statement says so`(isEncrypting: Bool, encrypted: [Int]) throws {
        let statement = SQLRowStatement(
            "INSERT INTO rule_state (name, value, subject, frame)",
            values: "?1, \(EncryptedColumn.roleTitle.sealed("?2", keys: ["?3", "?1"])), ?3, "
                + EncryptedColumn.frame.sealed("?4", keys: ["?3"]), "", arguments: [.text, .text, .integer, .blob])
        let cipher = ValueCipher(.make())
        let row: [SQLValue] = [.text("a"), .text("b"), .integer(3), .blob([4])]
        let values = try PostgreSQLRowStatement(statement, isEncrypting: isEncrypting).encrypted(row, with: cipher)
        #expect(row.indices.filter { values[$0] != row[$0] } == encrypted)
        guard isEncrypting else { return }
        #expect(try ValueLocation(.roleTitle, [row[2], row[0]]).opened(values[1], with: cipher) == row[1])
        #expect(try ValueLocation(.frame, [row[2]]).opened(values[3], with: cipher) == row[3])
    }

    @Test(arguments: [
        "?1, ?2, sealed(?2, 1, ?1)", "sealed(?1, 1, ?1)", "?1, sealed(?2, 1, ?1), sealed(?2, 2, ?1, ?1, ?1)",
        "?1, sealed('', 1, ?1)", "?1, sealed(?3, 1, ?1)", "?1, sealed(?2, 1, sequence)",
    ])
    func `a row statement that encrypts anything but an argument of its own is refused`(values: String) {
        let statement = SQLRowStatement("INSERT INTO t (a, b, c)", values: values, "", arguments: [.integer, .text])
        #expect(throws: PostgreSQLError.self) { try PostgreSQLRowStatement(statement, isEncrypting: true) }
    }
}
