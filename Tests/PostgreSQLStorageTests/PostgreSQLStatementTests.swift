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
    ])
    func `arguments are numbered, and encryption is left out`(sql: String, expected: String) {
        #expect(PostgreSQLStatement(sql).text == expected)
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
}
