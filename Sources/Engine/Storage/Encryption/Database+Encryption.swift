import CSQLiteSettings
import GRDB
import GRDBSQLite

/// The SQL functions `sealed`, `opened` and `row_checksum`, which the statements of a store require.
extension Database {
    func add(_ cipher: ValueCipher?) throws { try add(StoreCiphers(cipher)) }

    func add(_ ciphers: StoreCiphers) throws {
        try verify(sqlite_add_row_checksum(sqliteConnection))
        if ciphers.opening != nil || ciphers.sealing != nil {
            // Prevents sorting from writing decrypted values to disk.
            try execute(sql: "PRAGMA temp_store = MEMORY")
        }
        if let cipher = ciphers.opening {
            add(function: DatabaseFunction("opened", pure: true) { try Self.convert($0) { try $0.opened($1, with: cipher) } })
        } else {
            try addIdentityFunction("opened")
        }
        if let cipher = ciphers.sealing {
            add(function: DatabaseFunction("sealed") { try Self.convert($0) { try $0.sealed($1, with: cipher) } })
        } else {
            try addIdentityFunction("sealed")
        }
    }

    /// Converts the first of a function's arguments. The others are the column and the key of the row.
    private static func convert(
        _ values: [DatabaseValue], _ body: (ValueLocation, SQLValue) throws -> SQLValue
    ) throws -> (any DatabaseValueConvertible)? {
        guard values.count > 2, let column = column(values[1]) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the encryption functions need a value, a column and a key")
        }
        let location = ValueLocation(column, values.dropFirst(2).map(SQLValue.init))
        do {
            return try body(location, SQLValue(values[0])).databaseValue
        } catch let error as EncryptedValueError {
            throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: error.description)
        }
    }

    /// The table and column of a value: those of a case of `EncryptedColumn`, or a text with former ones.
    private static func column(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .string(let name): name
        case .int64(let number): Int(exactly: number).flatMap(EncryptedColumn.init(rawValue:)).map { "\($0.table).\($0.column)" }
        case .null, .double, .blob: nil
        }
    }

    /// Registers a function that returns its first argument. It is written in C, because a plain store calls it for every row.
    private func addIdentityFunction(_ name: String) throws {
        let code = sqlite3_create_function_v2(
            sqliteConnection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in if count > 0 { sqlite3_result_value(context, values?[0]) } }, nil, nil, nil)
        try verify(code)
    }

    private func verify(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .blob(Array(bytes))
            }
    }
}
