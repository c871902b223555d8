import Storage

/// A statement for several rows of arguments in PostgreSQL's SQL. In an encrypted store the values are encrypted in the rows.
struct PostgreSQLRowStatement {
    private struct Sealing {
        /// The index of the argument that is encrypted.
        var index: Int
        var column: EncryptedColumn
        /// The indices of the arguments that identify the row.
        var keys: [Int]
    }

    let arguments: [SQLRowStatement.ArgumentType]
    private let one: String
    private let several: String
    private let sealings: [Sealing]

    /// - Parameters:
    ///   - columns: The columns that it returns of each row.
    ///   - isEncrypting: A Boolean value that indicates whether values are encrypted.
    /// - Throws: `PostgreSQLError` if an argument that is encrypted has another use, or something else than arguments is encrypted.
    init(_ statement: SQLRowStatement, returning columns: [String] = [], isEncrypting: Bool) throws {
        let end = columns.isEmpty ? "" : " RETURNING \(columns.joined(separator: ", "))"
        one = PostgreSQLStatement(statement.sql).text + end
        several = PostgreSQLStatement(forRowsOf: statement).text + end
        arguments = statement.arguments
        sealings = isEncrypting ? try Self.sealings(of: statement) : []
    }

    private static func sealings(of statement: SQLRowStatement) throws -> [Sealing] {
        var sealings: [Sealing] = []
        var plain: Set<Int> = []
        func index(of operand: PostgreSQLStatement.Operand) throws -> Int {
            guard case .argument(let number) = operand, statement.arguments.indices.contains(number - 1) else {
                throw PostgreSQLStatement.unsupported(statement.sql)
            }
            return number - 1
        }
        for parameter in try PostgreSQLStatement(encrypting: statement.sql).parameters ?? [] {
            switch parameter {
            case .argument(let number): plain.insert(number - 1)
            case .sealed(let value, let column, let keys):
                let keys = try keys.map(index)
                plain.formUnion(keys)
                sealings.append(Sealing(index: try index(of: value), column: column, keys: keys))
            }
        }
        let sealed = Set(sealings.map(\.index))
        guard sealed.count == sealings.count, sealed.isDisjoint(with: plain) else {
            throw PostgreSQLStatement.unsupported(statement.sql)
        }
        return sealings
    }

    func text(rows: Int) -> String { rows == 1 ? one : several }

    /// The arguments of a row with encrypted values.
    ///
    /// - Throws: `EncryptedValueError`, `PostgreSQLError` for missing arguments.
    func encrypted(_ row: [SQLValue], with cipher: ValueCipher?) throws -> [SQLValue] {
        guard let cipher, !sealings.isEmpty else { return row }
        guard row.count == arguments.count else { throw PostgreSQLError(state: "08P01", message: "a row lacks arguments") }
        var values = row
        for sealing in sealings {
            values[sealing.index] = try ValueLocation(sealing.column, sealing.keys.map { PostgreSQLParameters.stored(row[$0]) })
                .sealed(row[sealing.index], with: cipher)
        }
        return values
    }
}
