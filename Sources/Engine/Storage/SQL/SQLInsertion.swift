/// An insertion of rows, which omits those whose key is there.
package struct SQLInsertion: Sendable {
    /// The columns, in the order of the arguments.
    package let columns: [String]
    /// The columns of which no two rows have the same values.
    package let key: [String]
    /// The statement for one row.
    package let sql: String
    private let encrypted: EncryptedColumn
    private let table: String
    private let id: String
    private let conflict: String

    /// - Parameters:
    ///   - id: The column with the number of the row.
    ///   - condition: The condition of the index of the key.
    init(
        into table: String, _ columns: [String], id: String, key: [String], where condition: String? = nil,
        encrypting encrypted: EncryptedColumn
    ) {
        self.columns = columns
        self.key = key
        self.encrypted = encrypted
        self.table = table
        self.id = id
        conflict = "ON CONFLICT (\(key.joined(separator: ", ")))\(condition.map { " WHERE \($0)" } ?? "") DO NOTHING"
        let arguments = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, "?\($0 + 1)") })
        let values = columns.map { column in
            let argument = arguments[column] ?? ""
            guard column == encrypted.column else { return argument }
            return encrypted.sealed(argument, keys: encrypted.keys.compactMap { arguments[$0] })
        }
        sql = """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", "))) \(conflict)
            """
    }

    /// Encrypts the value of a row that is encrypted.
    ///
    /// - Throws: `EncryptedValueError`.
    package func seal(_ row: inout [SQLValue], with cipher: ValueCipher) throws {
        guard let index = columns.firstIndex(of: encrypted.column) else { return }
        let keys = encrypted.keys.compactMap { key in columns.firstIndex(of: key).map { row[$0] } }
        row[index] = try ValueLocation(encrypted, keys).sealed(row[index], with: cipher)
    }

    /// The statement for several rows, whose arguments are `$1` and so on, with encrypted values. It returns the number and the key of
    /// each inserted row.
    package func numberedSQL(rows: Int) -> String {
        let values = (0..<rows).map { row in
            "(\(columns.indices.map { "$\(row * columns.count + $0 + 1)" }.joined(separator: ", ")))"
        }
        return """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", ")) \(conflict)
            RETURNING \(([id] + key).joined(separator: ", "))
            """
    }
}
