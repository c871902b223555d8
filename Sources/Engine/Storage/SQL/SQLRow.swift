import Foundation
import GRDBSQLite

/// A row of a query, read by position.
package struct SQLRow {
    /// A value that the stores do not write: of another type, or none of those that stand for something.
    package struct ValueError: Error, CustomStringConvertible {
        package var column: Int

        package init(column: Int) { self.column = column }

        package var description: String { "column \(column) has a value that is never written there: the file is damaged" }
    }

    /// The columns of a row.
    enum Columns {
        /// The columns of a statement of SQLite that has just returned the row.
        case statement(OpaquePointer)
        case values([SQLValue])
    }

    private let columns: Columns
    /// The first column with a value of another type than the one that was asked for; -1 if there is none.
    private let mismatch: UnsafeMutablePointer<Int>

    /// - Parameter mismatch: Receives the first column with an unexpected type.
    init(_ columns: Columns, mismatch: UnsafeMutablePointer<Int>) {
        self.columns = columns
        self.mismatch = mismatch
    }

    /// Passes a row on, and throws if a value was not of the type that it was read as.
    static func read<T>(_ columns: Columns, _ body: (SQLRow) throws -> T) throws -> T {
        var mismatch = -1
        let value = try withUnsafeMutablePointer(to: &mismatch) { try body(SQLRow(columns, mismatch: $0)) }
        guard mismatch < 0 else { throw ValueError(column: mismatch) }
        return value
    }

    /// Passes a row of values on, and throws if a value was not of the type that it was read as.
    package static func read<T>(_ values: [SQLValue], _ body: (SQLRow) throws -> T) throws -> T {
        try read(.values(values), body)
    }

    package var count: Int {
        switch columns {
        case .statement(let statement): Int(sqlite3_column_count(statement))
        case .values(let values): values.count
        }
    }

    /// The value of a column; a neutral one if its type differs, which the query reports as an error once the row was read.
    package subscript<T: SQLColumnValue>(column: Int) -> T {
        guard let value = T(self, column) else {
            if mismatch.pointee < 0 { mismatch.pointee = column }
            return T.neutral
        }
        return value
    }

    /// The value of a column of any type.
    package func value(_ column: Int) -> SQLValue {
        switch columns {
        case .values(let values): values[column]
        case .statement(let statement):
            switch sqlite3_column_type(statement, Int32(column)) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, Int32(column)))
            case SQLITE_FLOAT: .real(sqlite3_column_double(statement, Int32(column)))
            case SQLITE_TEXT: .text(self[column])
            case SQLITE_BLOB: .blob(self[column])
            default: .null
            }
        }
    }

    fileprivate func isNull(_ column: Int) -> Bool {
        switch columns {
        case .statement(let statement): sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
        case .values(let values): values[column] == .null
        }
    }

    fileprivate func integer(_ column: Int) -> Int64? {
        switch columns {
        case .statement(let statement):
            guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else { return nil }
            return sqlite3_column_int64(statement, Int32(column))
        case .values(let values):
            guard case .integer(let value) = values[column] else { return nil }
            return value
        }
    }

    fileprivate func text(_ column: Int) -> String? {
        switch columns {
        case .statement(let statement):
            guard sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT else { return nil }
            let address = UnsafeRawPointer(sqlite3_column_text(statement, Int32(column)))
            return String(decoding: Self.bytes(at: address, of: statement, column), as: UTF8.self)
        case .values(let values):
            guard case .text(let value) = values[column] else { return nil }
            return value
        }
    }

    fileprivate func blob(_ column: Int) -> [UInt8]? {
        switch columns {
        case .statement(let statement):
            guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB else { return nil }
            return [UInt8](Self.bytes(at: sqlite3_column_blob(statement, Int32(column)), of: statement, column))
        case .values(let values):
            guard case .blob(let value) = values[column] else { return nil }
            return value
        }
    }

    /// - Parameter address: The address that SQLite gave; nil for no bytes.
    private static func bytes(at address: UnsafeRawPointer?, of statement: OpaquePointer, _ column: Int) -> UnsafeRawBufferPointer
    {
        UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column))))
    }
}

/// A type as which a column can be read.
package protocol SQLColumnValue {
    /// Creates nil if the value has another type.
    init?(_ row: SQLRow, _ column: Int)
    /// The value that stands for one of another type until the query has failed.
    static var neutral: Self { get }
}

extension Int64: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let value = row.integer(column) else { return nil }
        self = value
    }
    package static var neutral: Int64 { 0 }
}

extension Int: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let value = row.integer(column), let value = Int(exactly: value) else { return nil }
        self = value
    }
    package static var neutral: Int { 0 }
}

extension Int32: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let value = row.integer(column), let value = Int32(exactly: value) else { return nil }
        self = value
    }
    package static var neutral: Int32 { 0 }
}

extension Bool: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let value = row.integer(column) else { return nil }
        self = value != 0
    }
    package static var neutral: Bool { false }
}

extension String: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let text = row.text(column) else { return nil }
        self = text
    }
    package static var neutral: String { "" }
}

extension [UInt8]: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        guard let bytes = row.blob(column) else { return nil }
        self = bytes
    }
    package static var neutral: [UInt8] { [] }
}

extension Optional: SQLColumnValue where Wrapped: SQLColumnValue {
    package init?(_ row: SQLRow, _ column: Int) {
        if row.isNull(column) {
            self = .none
        } else if let value = Wrapped(row, column) {
            self = value
        } else {
            return nil
        }
    }
    package static var neutral: Wrapped? { nil }
}
