import GRDB
import GRDBSQLite

/// A cached statement whose arguments are bound directly, for the rows that every message writes.
///
/// Binding an array of values takes longer than SQLite takes for the row. Observers of the table do not see the change: report it with
/// `notifyChanges`, once for all rows of a transaction.
struct DirectStatement {
    private let database: Database
    private let statement: Statement
    private let sql: String

    /// - Parameter sql: A constant, because the statement is cached under it. It returns no rows.
    init(_ sql: String, in database: Database) throws {
        self.database = database
        self.sql = sql
        statement = try database.cachedStatement(sql: sql)
    }

    /// Executes the statement.
    ///
    /// - Parameter bind: Binds the arguments in order.
    func run(_ bind: (inout ArgumentBinder) -> Void) throws {
        let statement = statement.sqliteStatement
        let failure = withUnsafeTemporaryAllocation(byteCount: ArgumentBinder.scratchSize, alignment: 1) { scratch in
            sqlite3_reset(statement)
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)  // They point into the scratch memory.
            }
            var binder = ArgumentBinder(statement: statement, scratch: scratch)
            bind(&binder)
            return (binder.refusal ?? sqlite3_step(statement)) == SQLITE_DONE ? nil : lastError
        }
        if let failure { throw failure }
    }

    /// A Boolean value that indicates whether the last execution changed a row.
    var changedRow: Bool { sqlite3_changes(database.sqliteConnection) > 0 }

    /// The number of the last inserted row.
    var insertedRow: Int64 { sqlite3_last_insert_rowid(database.sqliteConnection) }

    private var lastError: DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
            message: database.lastErrorMessage, sql: sql)
    }
}
