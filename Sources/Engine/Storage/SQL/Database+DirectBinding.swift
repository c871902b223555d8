import GRDB
import GRDBSQLite

extension Database {
    /// Executes a cached statement whose arguments are bound directly, for the rows that every message writes.
    ///
    /// Binding an array of values takes longer than SQLite takes for the row. Observers of the table do not see the change: report it
    /// with `notifyChanges`, once for all rows of a transaction.
    ///
    /// - Parameters:
    ///   - sql: A constant, because the statement is cached under it. It returns no rows.
    ///   - bind: Binds the arguments in order.
    func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        let failure = withUnsafeTemporaryAllocation(byteCount: ArgumentBinder.scratchSize, alignment: 1) { scratch in
            sqlite3_reset(statement)
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)  // They point into the scratch memory.
            }
            var binder = ArgumentBinder(statement: statement, scratch: scratch)
            bind(&binder)
            return (binder.refusal ?? sqlite3_step(statement)) == SQLITE_DONE ? nil : lastError(sql)
        }
        if let failure { throw failure }
    }

    private func lastError(_ sql: String) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: lastErrorMessage, sql: sql)
    }
}
