import Storage

/// The values of an encrypted store's statements, which the client encrypts and decrypts.
extension PostgreSQLStatement {
    /// The values to send.
    ///
    /// - Parameter cipher: The cipher for new values; nil to store them in plain text.
    /// - Throws: `EncryptedValueError`, `PostgreSQLError` for missing arguments.
    func values(_ arguments: [SQLValue], _ cipher: ValueCipher?) throws -> [SQLValue] {
        guard let parameters else { return arguments }
        return try parameters.map { parameter in
            switch parameter {
            case .argument(let number): return try Self.value(.argument(number), arguments)
            case .sealed(let value, let column, let keys):
                let value = try Self.value(value, arguments)
                // One that is missing depends on no row.
                guard let cipher, value != .null else { return value }
                return try ValueLocation(column, keys.map { PostgreSQLParameters.stored(try Self.value($0, arguments)) })
                    .sealed(value, with: cipher)
            }
        }
    }

    /// Returns whether a value is encrypted with the keys of the rows that the statement updates.
    func encryptsByRow(_ arguments: [SQLValue]) -> Bool {
        rows != nil
            && (parameters ?? []).contains { parameter in
                guard case .sealed(let value, _, _) = parameter else { return false }
                return (try? Self.value(value, arguments)) != .null
            }
    }

    private static func value(_ operand: Operand, _ arguments: [SQLValue]) throws -> SQLValue {
        switch operand {
        case .constant(let text): return .text(text)
        case .argument(let number) where arguments.indices.contains(number - 1): return arguments[number - 1]
        case .argument, .column: throw PostgreSQLError(state: "07001", message: "a statement lacks an argument")
        }
    }

    /// The values of a row with decrypted ones in place of those that are encrypted and of their keys.
    ///
    /// - Parameter cipher: The cipher of stored values; nil if they are plain.
    /// - Throws: `EncryptedValueError`.
    func opened(_ row: [SQLValue], _ cipher: ValueCipher?) throws -> [SQLValue] {
        guard !openings.isEmpty else { return row }
        var values: [SQLValue] = []
        values.reserveCapacity(row.count)
        var next = 0
        for opening in openings {
            let keys = opening.index + 1..<opening.index + 1 + opening.column.keys.count
            guard next <= opening.index, keys.upperBound <= row.count else { throw SQLRow.ValueError(column: opening.index) }
            values += row[next..<opening.index]
            let stored = row[opening.index]
            let location = ValueLocation(opening.column, Array(row[keys]))
            values.append(try cipher.map { try location.opened(stored, with: $0) } ?? stored)
            next = keys.upperBound
        }
        return values + row[next...]
    }
}
