import Foundation
import GRDB
import GRDBSQLite

/// The SQL functions `sealed` and `opened`, which the statements of a store require.
extension Database {
    func add(_ cipher: ValueCipher?) throws { try add(opening: cipher, sealing: cipher) }

    /// - Parameters:
    ///   - opening: The cipher of stored values; nil if they are plain.
    ///   - sealing: The cipher for new values; nil to store them in plain text.
    func add(opening: ValueCipher?, sealing: ValueCipher?) throws {
        if opening != nil || sealing != nil {
            // Prevents sorting from writing decrypted values to disk.
            try execute(sql: "PRAGMA temp_store = MEMORY")
        }
        if let opening {
            add(
                function: DatabaseFunction("opened", pure: true) { values in
                    try Self.convert(values) {
                        try opening.opened($0, at: $1)
                    } text: {
                        guard let bytes = Data(base64Encoded: $0) else { throw DecryptionError.notSealed }
                        return String(decoding: try opening.opened(bytes, at: $1), as: UTF8.self)
                    }
                })
        } else {
            try addIdentityFunction("opened")
        }
        if let sealing {
            add(
                function: DatabaseFunction("sealed") { values in
                    try Self.convert(values) {
                        try sealing.sealed($0, at: $1)
                    } text: {
                        try sealing.sealed(Data($0.utf8), at: $1).base64EncodedString()
                    }
                })
        } else {
            try addIdentityFunction("sealed")
        }
    }

    private static func convert(
        _ values: [DatabaseValue], bytes: (Data, Data) throws -> Data, text: (String, Data) throws -> String
    ) throws -> (any DatabaseValueConvertible)? {
        guard values.count > 2, let column = column(values[1]) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the encryption functions need a value, a column and a key")
        }
        let keys = values.dropFirst(2)
        do {
            switch values[0].storage {
            case .null: return nil
            case .blob(let value): return try bytes(value, location(column, keys))
            case .string(let value): return try text(value, location(column, keys))
            case .int64, .double: throw DecryptionError.notSealed
            }
        } catch {
            let row = keys.map { "\($0.storage.value ?? "-")" }.joined(separator: ", ")
            throw DatabaseError(
                resultCode: .SQLITE_MISMATCH, message: "\(column) of \(row) \(error)")
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

    /// The unique location of a value, authenticated with it. Texts are prefixed with their length, so that two locations cannot be
    /// equal.
    private static func location(_ column: String, _ keys: ArraySlice<DatabaseValue>) throws -> Data {
        var location = column
        for key in keys {
            switch key.storage {
            case .int64(let number): location += " \(number)"
            case .string(let text): location += " \(text.utf8.count):\(text)"
            case .null, .double, .blob: throw DecryptionError.changed
            }
        }
        return Data(location.utf8)
    }

    /// Registers a function that returns its first argument. It is written in C, because a plain store calls it for every row.
    private func addIdentityFunction(_ name: String) throws {
        let code = sqlite3_create_function_v2(
            sqliteConnection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in if count > 0 { sqlite3_result_value(context, values?[0]) } }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
