import Foundation

/// The place of an encrypted value: its table and column, and the key of its row. The value is authenticated with it.
package struct ValueLocation {
    private let column: String
    private let keys: [SQLValue]

    package init(_ column: EncryptedColumn, _ keys: [SQLValue]) {
        self.init("\(column.table).\(column.column)", keys)
    }

    /// - Parameter column: The table and the column: `turn.trace`.
    init(_ column: String, _ keys: [SQLValue]) {
        self.column = column
        self.keys = keys
    }

    /// Returns the encrypted value; null for null.
    ///
    /// - Throws: `EncryptedValueError`.
    package func sealed(_ value: SQLValue, with cipher: ValueCipher) throws -> SQLValue {
        try convert(value) {
            try cipher.sealed($0, at: $1)
        } text: {
            try cipher.sealed(Data($0.utf8), at: $1).base64EncodedString()
        }
    }

    /// Returns the decrypted value; null for null.
    ///
    /// - Throws: `EncryptedValueError`.
    package func opened(_ value: SQLValue, with cipher: ValueCipher) throws -> SQLValue {
        try convert(value) {
            try cipher.opened($0, at: $1)
        } text: {
            guard let bytes = Data(base64Encoded: $0) else { throw DecryptionError.notSealed }
            return String(decoding: try cipher.opened(bytes, at: $1), as: UTF8.self)
        }
    }

    private func convert(
        _ value: SQLValue, bytes: (Data, Data) throws -> Data, text: (String, Data) throws -> String
    ) throws -> SQLValue {
        do {
            switch value {
            case .null: return .null
            case .blob(let value): return .blob(Array(try bytes(Data(value), authenticated())))
            case .text(let value): return .text(try text(value, authenticated()))
            case .integer, .real: throw DecryptionError.notSealed
            }
        } catch {
            let row = keys.map { key in
                switch key {
                case .integer(let number): "\(number)"
                case .text(let text): text
                case .null, .real, .blob: "-"
                }
            }
            throw EncryptedValueError(description: "\(column) of \(row.joined(separator: ", ")) \(error)")
        }
    }

    /// The location as bytes. Texts are prefixed with their length, so that two locations cannot be equal.
    private func authenticated() throws -> Data {
        var location = column
        for key in keys {
            switch key {
            case .integer(let number): location += " \(number)"
            case .text(let text): location += " \(text.utf8.count):\(text)"
            case .null, .real, .blob: throw DecryptionError.changed
            }
        }
        return Data(location.utf8)
    }
}

/// An encrypted value that cannot be read, or a value that cannot be encrypted. The description has no part of it.
package struct EncryptedValueError: Error, CustomStringConvertible {
    package let description: String
}

/// The ciphers of a database: they differ while it is encrypted, decrypted or given another key.
package struct StoreCiphers: Sendable {
    /// The cipher of stored values; nil if they are plain.
    package var opening: ValueCipher?
    /// The cipher for new values; nil to store them in plain text.
    package var sealing: ValueCipher?

    package init(_ cipher: ValueCipher?) { self.init(opening: cipher, sealing: cipher) }

    package init(opening: ValueCipher?, sealing: ValueCipher?) {
        self.opening = opening
        self.sealing = sealing
    }
}
