import Foundation
import GRDB
import GRDBSQLite

/// A connection to a database of SQLite.
final class SQLiteSession: SQLWriterSession {
    let database: Database
    let dialect = SQLDialect.sqlite

    init(_ database: Database) { self.database = database }

    func execute(_ sql: String, _ arguments: SQLArguments) throws {
        let statement = try database.cachedStatement(sql: sql)
        try statement.execute(arguments: StatementArguments(arguments))
    }

    func changeCount(of sql: String, _ arguments: SQLArguments) throws -> Int {
        try execute(sql, arguments)
        return database.changesCount
    }

    func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) throws {
        try DirectStatement(sql, in: database).run(bind)
    }

    func run(_ statement: SQLRowStatement, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void) throws {
        guard rows > 0 else { return }
        // Once for all rows: looking a statement up takes as long as SQLite takes for a row.
        let update = try statement.update.map { try DirectStatement($0, in: database) }
        let statement = try DirectStatement(statement.sql, in: database)
        for index in 0..<rows {
            if let update {
                try update.run { bind(index, &$0) }
                if update.changedRow { continue }
            }
            try statement.run { bind(index, &$0) }
        }
    }

    func insert(
        _ insertion: SQLInsertion, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void,
        ended: (_ index: Int, _ id: Int64?) -> Void
    ) throws {
        guard rows > 0 else { return }
        let statement = try DirectStatement(insertion.statement.sql, in: database)
        for index in 0..<rows {
            try statement.run { bind(index, &$0) }
            ended(index, statement.changedRow ? statement.insertedRow : nil)
        }
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Bool
    ) throws {
        let statement = try isCached ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
        // A cursor, so that subscriptions learn what the query reads.
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while try cursor.next() != nil {
            guard try SQLRow.read(.statement(statement.sqliteStatement), body) else { return }
        }
    }

    func begin() throws {
        // Equals `inTransaction(.immediate)`, but prepares its statements once.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
    }

    func commit() throws {
        guard database.isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_FULL, message: "the transaction was rolled back")
        }
        try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
    }

    func didCommit() -> Bool { false }  // No error leaves it open.

    func rollBack() {
        // The error may have rolled the transaction back, as a full disk does. A failed rollback must not hide its cause.
        if database.isInsideTransaction { try? database.rollback() }
    }

    func hasTable(_ name: String) throws -> Bool { try database.tableExists(name) }

    func noteChange(of table: String) throws { try database.notifyChanges(in: Table(table)) }
}

extension StatementArguments {
    init(_ arguments: SQLArguments) {
        // GRDB reads values of one type through a key path, which takes longer than binding them.
        self.init(arguments.values.map { $0.databaseValue as (any DatabaseValueConvertible)? })
    }
}

extension SQLValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
