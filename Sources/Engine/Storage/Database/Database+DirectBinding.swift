import ChatModel
import Foundation
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
        let statement = try cachedStatement(sql: sql)
        var binder = ArgumentBinder(statement: statement.sqliteStatement)
        sqlite3_reset(binder.statement)
        bind(&binder)
        defer { sqlite3_reset(binder.statement) }
        let code = binder.refusal ?? sqlite3_step(binder.statement)
        guard code != SQLITE_DONE else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: lastErrorMessage, sql: sql)
    }
}

/// Binds the arguments of a statement, from the first one on.
struct ArgumentBinder {
    let statement: OpaquePointer
    /// The code of the first argument that SQLite refused, such as a text beyond its limit.
    private(set) var refusal: Int32?
    private var position: Int32 = 0
    private static let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT, a macro.

    init(statement: OpaquePointer) { self.statement = statement }

    mutating func bind(_ value: Int64) { note(sqlite3_bind_int64(statement, next(), value)) }
    mutating func bind(_ value: Int) { bind(Int64(value)) }
    mutating func bind(_ value: Bool) { bind(value ? 1 as Int64 : 0) }
    mutating func bind(_ date: Date) { bind(date.milliseconds) }

    mutating func bind(_ value: Int64?) {
        if let value { bind(value) } else { note(sqlite3_bind_null(statement, next())) }
    }

    mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    mutating func bind(_ text: String) {
        var text = text
        let position = next()
        note(
            text.withUTF8 { bytes in
                // An empty text has no address, which would bind a null.
                guard let address = bytes.baseAddress else { return sqlite3_bind_text(statement, position, "", 0, Self.copying) }
                return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(statement, position, $0, Int32(clamping: bytes.count), Self.copying)
                }
            })
    }

    mutating func bind(_ bytes: [UInt8]) {
        let position = next()
        note(
            bytes.withUnsafeBytes { bytes in
                guard let address = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(statement, position, 0)
                }
                return sqlite3_bind_blob(statement, position, address, Int32(clamping: bytes.count), Self.copying)
            })
    }

    private mutating func note(_ code: Int32) { if code != SQLITE_OK { refusal = refusal ?? code } }

    private mutating func next() -> Int32 {
        position += 1
        return position
    }
}
