import AsyncSupport
import Foundation
import GRDB
import Testing

@testable import Storage

struct StoreMigrationTests {
    private struct Kill: Error {}

    private func migration(
        from source: FilledStore, to destination: FilledStore, _ flag: CancellationFlag = CancellationFlag()
    ) throws -> StoreMigration {
        try StoreMigration(from: SQLiteReader(source.pool), to: try destination.database, named: "copy", flag: flag)
    }

    @Test func `every table of the schema is copied exactly`() throws {
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        let report = try migration(from: source, to: copy).run(id: "a")
        try StoreMigration.complete(in: try copy.database)
        let expected = try FilledStore.contents(of: source.path)
        // A table of the schema that is not copied has no rows here.
        #expect(expected.allSatisfy { !$0.value.isEmpty }, "\(expected.filter(\.value.isEmpty).keys)")
        #expect(try FilledStore.contents(of: copy.path) == expected)
        #expect(report.tables.map(\.table).sorted() == expected.keys.sorted())
        #expect(report.tables.allSatisfy { Int($0.rows) == expected[$0.table]?.count && $0.digest.count == 64 })
        #expect(report.replacedRows == 0)
    }

    @Test func `a killed copy is continued where it ended`() throws {
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        var runs = 0, firsts: [Int64] = []
        while true {
            runs += 1
            var calls = 0
            do {
                let report = try migration(from: source, to: copy).run(id: "a") { done, total in
                    guard done > total / 3 else { return }  // The source is read.
                    if calls == 0 { firsts.append(done) }
                    calls += 1
                    if done < total * 2 / 3, calls > 10 { throw Kill() }
                }
                #expect(!report.isRestarted)
                break
            } catch is Kill {}
        }
        #expect(runs > 3)
        #expect(firsts == firsts.sorted() && Set(firsts).count == firsts.count)
        try StoreMigration.complete(in: try copy.database)
        #expect(try FilledStore.contents(of: copy.path) == FilledStore.contents(of: source.path))
    }

    @Test func `a copy of a store that has changed since is made anew`() throws {
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        _ = try migration(from: source, to: copy).run(id: "a")
        try source.pool.write { try $0.execute(sql: "DELETE FROM member; UPDATE clan SET name = 'other' WHERE id = 0") }
        #expect(try migration(from: source, to: copy).run(id: "a").isRestarted)
        try StoreMigration.complete(in: try copy.database)
        #expect(try FilledStore.contents(of: copy.path) == FilledStore.contents(of: source.path))
    }

    @Test func `a destination with another store is refused and stays as it is`() throws {
        let (source, other) = (try FilledStore(), try FilledStore(isFilled: false))
        try other.pool.write { try $0.execute(sql: "INSERT INTO clan VALUES (1, 'theirs')") }
        let before = try FilledStore.contents(of: other.path)
        #expect(throws: MigrationError.notEmpty(destination: "copy", table: "clan")) {
            try migration(from: source, to: other).run(id: "a")
        }
        #expect(try FilledStore.contents(of: other.path) == before)
    }

    @Test func `the begun migration of another store is refused`() throws {
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        _ = try migration(from: source, to: copy).run(id: "a")
        #expect(throws: MigrationError.foreign(destination: "copy")) {
            try migration(from: source, to: copy).run(id: "b")
        }
    }

    @Test(arguments: [
        ("UPDATE clan SET name = 'changed' WHERE id = 0", "clan", "id 0", "name is another value"),
        (
            "UPDATE clan SET name = '\(FilledStore.precomposed)' WHERE id = \(Int64.max)", "clan", "id \(Int64.max)",
            "name is another value"
        ),
        ("UPDATE turn SET at = at - 1, trace = '' WHERE sequence = -1", "turn", "sequence -1", "at, trace is another value"),
        (
            "UPDATE scheduled_job SET is_paused = 1 - is_paused WHERE id = 0", "scheduled_job", "id 0",
            "is_paused is another value"
        ),
        ("DELETE FROM member WHERE clan = 0", "member", "clan 0, user 0", "the copy does not have it"),
        ("INSERT INTO checkpoint VALUES ('extra', 1)", "checkpoint", "name 'extra'", "only the copy has it"),
    ])
    func `a row that differs is named`(change: String, table: String, key: String, reason: String) throws {
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        _ = try migration(from: source, to: copy).run(id: "a")
        try copy.pool.write { try $0.execute(sql: change) }
        #expect(throws: MigrationError.different(table: table, key: key, reason: reason)) {
            try migration(from: source, to: copy).run(id: "a")
        }
    }

    @Test func `the numbers of deleted rows are not given again`() throws {
        let (source, copy) = (try FilledStore(isFilled: false), try FilledStore(isFilled: false))
        try source.pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO outbox (id, cause, author, ordinal, destination, payload, created_at) VALUES
                        (3, 1, 'a', 0, 1, x'', 0), (9, 1, 'a', 1, 1, x'', 0);
                    DELETE FROM outbox WHERE id = 9;
                    """)
        }
        _ = try migration(from: source, to: copy).run(id: "a")
        let next = try copy.pool.write { database in
            try database.execute(
                sql: "INSERT INTO outbox (cause, author, ordinal, destination, payload, created_at) VALUES (2, 'a', 0, 1, x'', 0)"
            )
            return database.lastInsertedRowID
        }
        #expect(next == 10)
    }

    @Test func `a cancelled copy ends`() throws {
        let flag = CancellationFlag()
        flag.cancel()
        let (source, copy) = (try FilledStore(), try FilledStore(isFilled: false))
        #expect(throws: CancellationError.self) { try migration(from: source, to: copy, flag).run(id: "a") }
    }
}
