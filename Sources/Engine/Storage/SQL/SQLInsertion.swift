/// An insertion of rows, which omits those whose key is there.
package struct SQLInsertion: Sendable {
    package let statement: SQLRowStatement
    /// The columns that identify an inserted row: its number, and those of which no two rows have the same values.
    package let identifiers: [String]
    /// The positions of the arguments that are the key, in the order of `identifiers`.
    package let key: [Int]

    /// - Parameters:
    ///   - columns: The columns, in the order of the arguments.
    ///   - id: The column with the number of the row.
    ///   - key: The columns of which no two rows have the same values.
    ///   - condition: The condition of the index of the key.
    init(
        into table: String, _ columns: KeyValuePairs<String, SQLRowStatement.ArgumentType>, id: String, key: [String],
        where condition: String? = nil, encrypting encrypted: EncryptedColumn
    ) {
        let names = columns.map(\.key)
        let arguments = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "?\($0 + 1)") })
        let values = names.map { column in
            let argument = arguments[column] ?? ""
            guard column == encrypted.column else { return argument }
            return encrypted.sealed(argument, keys: encrypted.keys.compactMap { arguments[$0] })
        }
        statement = SQLRowStatement(
            "INSERT INTO \(table) (\(names.joined(separator: ", ")))", values: values.joined(separator: ", "),
            "ON CONFLICT (\(key.joined(separator: ", ")))\(condition.map { " WHERE \($0)" } ?? "") DO NOTHING",
            arguments: columns.map(\.value))
        identifiers = [id] + key
        self.key = key.compactMap(names.firstIndex(of:))
    }
}
