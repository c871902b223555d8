import GRDB
import Testing

@testable import Storage

/// Values of other types than those that the stores write, as a damaged file may have them.
struct SQLRowTests {
    private func session<T>(_ body: (any SQLSession) throws -> T) throws -> T {
        try DatabaseQueue().write { database in
            try database.execute(
                sql: "CREATE TABLE damaged (number, text, bytes); INSERT INTO damaged VALUES ('x', 7, 'y'), (1, 'a', x'00')")
            return try body(SQLiteSession(database))
        }
    }

    @Test func `a value of another type is an error of the query`() throws {
        for column in ["number", "text", "bytes"] {
            #expect(throws: SQLRow.ValueError.self) {
                try session { session in
                    switch column {
                    case "number": _ = try session.rows("SELECT number FROM damaged") { $0[0] as Int64 }
                    case "text": _ = try session.rows("SELECT text FROM damaged") { $0[0] as String }
                    default: _ = try session.rows("SELECT bytes FROM damaged") { $0[0] as [UInt8] }
                    }
                }
            }
        }
    }

    @Test func `null is an error unless the value is optional`() throws {
        #expect(throws: SQLRow.ValueError.self) { try session { try $0.rows("SELECT NULL") { $0[0] as Int64 } } }
        #expect(try session { try $0.rows("SELECT NULL") { $0[0] as Int64? } } == [nil])
        #expect(try session { try $0.value("SELECT NULL") as Int64? } == nil)
    }

    @Test func `a number beyond the range of its type is an error`() throws {
        #expect(throws: SQLRow.ValueError.self) { try session { try $0.rows("SELECT 2147483648") { $0[0] as Int32 } } }
        #expect(try session { try $0.rows("SELECT 2147483647") { $0[0] as Int32 } } == [.max])
    }

    @Test func `rows after the first one that is wanted are not read`() throws {
        let first = try session { try $0.firstRow("SELECT number FROM damaged ORDER BY rowid DESC") { $0[0] as Int64 } }
        #expect(first == 1)
    }

    @Test func `every type is read as a value`() throws {
        let values = try session {
            try $0.rows("SELECT 1, 1.5, 'a', x'00', NULL") { row in (0..<row.count).map { row.value($0) } }
        }
        #expect(values == [[.integer(1), .real(1.5), .text("a"), .blob([0]), .null]])
    }
}
