/// A connection to the database of a store, within one read or one transaction.
///
/// The stores reach their database through it alone, so that they do not depend on the database system. Their statements are in the
/// part of SQL that SQLite and PostgreSQL share, with `?` or `?1` for arguments. A statement is cached under its text unless it is
/// executed `once`. Not sendable.
package protocol SQLSession: AnyObject {
    var dialect: SQLDialect { get }

    /// Executes a statement that returns no rows.
    ///
    /// A server's answer is not waited for: its error is thrown by a later call, at the latest by that which commits the transaction.
    func execute(_ sql: String, _ arguments: SQLArguments) throws

    /// Executes a statement and returns the number of rows that it has inserted, changed or deleted. A server's answer is waited for.
    func changeCount(of sql: String, _ arguments: SQLArguments) throws -> Int

    /// Executes a statement as `execute` does, for the rows that every message writes: arguments are bound without being collected.
    ///
    /// Subscriptions do not see the change: report it with `noteChange`, once for all rows of a transaction.
    /// - Parameter bind: Binds the arguments in order.
    func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) throws

    /// Executes a statement as `run` does, for several rows. No two of them may change the same row of the table.
    ///
    /// - Parameter bind: Binds the arguments for the row with an index.
    func run(_ statement: SQLRowStatement, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void) throws

    /// Inserts several rows in order, for the rows that every message writes. A server's answer is waited for once for many rows.
    ///
    /// - Parameters:
    ///   - bind: Binds the arguments for the row with an index.
    ///   - ended: Receives the index of each row, in order, and its number; nil if it was omitted. It may be called before `bind` is
    ///     called for the next row, or after that.
    func insert(
        _ insertion: SQLInsertion, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void,
        ended: (_ index: Int, _ id: Int64?) -> Void
    ) throws

    /// Passes the rows of a query on until `body` returns false. A row is valid only during the call.
    ///
    /// - Throws: `SQLRow.ValueError` if `body` reads a value that is not of the type it expects, which happens in a damaged file.
    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Bool
    ) throws

    func hasTable(_ name: String) throws -> Bool

    /// Reports a change that `run` has made to subscriptions.
    func noteChange(of table: String) throws
}

extension SQLSession {
    package func execute(_ sql: String) throws { try execute(sql, []) }

    package func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Bool) throws {
        try forEachRow(sql, arguments, isCached: true, body)
    }

    /// The rows of a query.
    package func rows<T>(_ sql: String, _ arguments: SQLArguments = [], _ value: (SQLRow) throws -> T) throws -> [T] {
        var rows: [T] = []
        try forEachRow(sql, arguments) { row in
            rows.append(try value(row))
            return true
        }
        return rows
    }

    /// The rows of a query whose text differs from call to call.
    package func rows<T>(once sql: String, _ arguments: SQLArguments = [], _ value: (SQLRow) throws -> T) throws -> [T] {
        var rows: [T] = []
        try forEachRow(sql, arguments, isCached: false) { row in
            rows.append(try value(row))
            return true
        }
        return rows
    }

    /// The first row of a query; nil if there is none.
    package func firstRow<T>(_ sql: String, _ arguments: SQLArguments = [], _ value: (SQLRow) throws -> T) throws -> T? {
        var first: T?
        try forEachRow(sql, arguments) { row in
            first = try value(row)
            return false
        }
        return first
    }

    /// The first columns of a query's rows.
    package func values<T: SQLColumnValue>(_ sql: String, _ arguments: SQLArguments = []) throws -> [T] {
        try rows(sql, arguments) { $0[0] }
    }

    /// The first column of a query's first row; nil if there is no row, or the value is null.
    package func value<T: SQLColumnValue>(_ sql: String, _ arguments: SQLArguments = []) throws -> T? {
        try firstRow(sql, arguments) { $0[0] as T? } ?? nil
    }
}
