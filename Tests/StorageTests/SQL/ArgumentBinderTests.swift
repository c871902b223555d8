import Foundation
import GRDB
import Testing

@testable import Storage

/// Arguments of every size around that of the scratch memory, alone and together.
@Suite struct ArgumentBinderTests {
    private static let sizes = [0, 1, 15, 16, 17, 600, 1023, 1024, 1025, 70_000]

    @Test func `texts and blobs are stored as they are, in whatever order they fill the scratch memory`() throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE TABLE value (id INTEGER PRIMARY KEY, first TEXT NOT NULL, second BLOB NOT NULL, third TEXT)")
            for first in Self.sizes {
                for second in Self.sizes {
                    let text = String(repeating: "ô", count: first / 2) + String(repeating: "x", count: first % 2)
                    let bytes = (0..<second).map { UInt8(truncatingIfNeeded: $0) }
                    let last = "last \(first) \(second)"
                    try DirectStatement("INSERT INTO value (first, second, third) VALUES (?, ?, ?)", in: database).run { row in
                        row.bind(text)
                        row.bind(bytes)
                        row.bind(last)
                    }
                    let stored = try #require(try Row.fetchOne(database, sql: "SELECT * FROM value ORDER BY id DESC LIMIT 1"))
                    #expect(stored["first"] as String == text)
                    #expect(Array(stored["second"] as Data) == bytes)
                    #expect(stored["third"] as String == last)
                }
            }
        }
    }

    @Test func `a violated constraint is reported, and the next execution is not affected`() throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE value (name TEXT PRIMARY KEY)")
            let insertion = "INSERT INTO value (name) VALUES (?)"
            try DirectStatement(insertion, in: database).run { $0.bind("one") }
            let error = #expect(throws: DatabaseError.self) {
                try DirectStatement(insertion, in: database).run { $0.bind("one") }
            }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY)
            #expect(error?.message?.contains("value.name") == true)
            try DirectStatement(insertion, in: database).run { $0.bind("two") }
            #expect(try String.fetchAll(database, sql: "SELECT name FROM value ORDER BY name") == ["one", "two"])
        }
    }
}
