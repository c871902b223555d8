import Storage
import Testing

@testable import PostgreSQLStorage

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
}
