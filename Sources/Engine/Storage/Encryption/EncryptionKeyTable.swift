/// The encryption keys used in a store: their fingerprints and sources, not the keys themselves.
enum EncryptionKeyTable {
    static let schema = """
        CREATE TABLE seal (
            key TEXT PRIMARY KEY,
            source TEXT NOT NULL,
            is_current INTEGER NOT NULL
        ) STRICT;
        """

    static func keys(in database: any SQLSession) throws -> [EncryptionKeyRecord] {
        // A file of an earlier version is read before it is upgraded.
        guard let table = try ["encryption_key", "seal"].first(where: { try database.hasTable($0) }) else { return [] }
        return try database.rows("SELECT key, source, is_current FROM \(table) ORDER BY is_current DESC, key") {
            EncryptionKeyRecord(key: $0[0], source: $0[1], isCurrent: $0[2])
        }
    }

    /// Makes a key the current one, with which new values are encrypted.
    static func note(_ key: ValueCipher.Key, in database: any SQLSession) throws {
        try database.execute("UPDATE encryption_key SET is_current = FALSE WHERE key <> ?", [key.name])
        try database.execute(
            """
            INSERT INTO encryption_key (key, source, is_current) VALUES (?, ?, TRUE)
            ON CONFLICT (key) DO UPDATE SET source = excluded.source, is_current = TRUE
            """, [key.name, key.source])
    }

    /// Returns whether the store contains no values that would have to be encrypted.
    static func isNew(_ database: any SQLSession) throws -> Bool {
        let former = NamesMigration.tables.map(\.0)
        for table in Set(EncryptedColumn.allCases.map(\.table) + former).sorted() where try database.hasTable(table) {
            if try database.value("SELECT EXISTS (SELECT 1 FROM \(table))") ?? false { return false }
        }
        return true
    }

    /// Verifies a cipher against the keys recorded in a store. A new store has none.
    ///
    /// - Parameter name: The store for users.
    /// - Throws: `StorageError.sealed`, `StorageError.plain`, `StorageError.wrongKey`.
    static func verifyKnown(
        _ cipher: ValueCipher?, of name: String, in database: any SQLSession
    ) throws -> [EncryptionKeyRecord] {
        let records = try keys(in: database)
        if records.isEmpty, cipher != nil, try isNew(database) { return [] }
        try cipher.check(records, of: name)
        return records
    }

    /// Verifies a cipher and records its key. A new store is encrypted from its first row on.
    ///
    /// - Parameter name: The store for users.
    /// - Throws: As `verifyKnown`.
    static func verify(_ cipher: ValueCipher?, of name: String, in database: any SQLSession) throws {
        if let key = try unrecordedKey(cipher, of: name, in: database) { try note(key, in: database) }
    }

    /// Verifies a cipher and returns its key if it is to be recorded.
    fileprivate static func unrecordedKey(
        _ cipher: ValueCipher?, of name: String, in database: any SQLSession
    ) throws -> ValueCipher.Key? {
        let records = try verifyKnown(cipher, of: name, in: database)
        guard let key = cipher?.current else { return nil }
        return records.first?.key == key.name && records.first?.source == key.source ? nil : key
    }
}

extension SQLDatabase {
    /// Verifies that the cipher is that of the store, and records its key.
    ///
    /// - Parameter name: The store for users.
    /// - Throws: `StorageError`, and the errors of the database.
    package func verify(_ cipher: ValueCipher?, named name: String) throws {
        let key = try reader.readNow { try EncryptionKeyTable.unrecordedKey(cipher, of: name, in: $0) }
        if let key { try writer.transaction { try EncryptionKeyTable.note(key, in: $0) } }
    }
}

extension SQLReader {
    /// The keys with which the store is encrypted; empty for a plain one.
    package func encryptionKeys() throws -> [EncryptionKeyRecord] { try readNow { try EncryptionKeyTable.keys(in: $0) } }
}

/// The record of a key with which a store is encrypted.
package struct EncryptionKeyRecord: Sendable, Hashable {
    /// The key's fingerprint, which is not secret.
    package var key: String
    /// The source of the key, for example `env:SEAL_KEY` or `file:/etc/mezon/seal.key`.
    package var source: String
    /// A Boolean value that indicates whether new values are encrypted with it. Older values may use another key.
    package var isCurrent: Bool
}

extension ValueCipher? {
    /// Verifies that a store can be read with this cipher.
    ///
    /// - Throws: `StorageError.sealed`, `StorageError.plain`, `StorageError.wrongKey`.
    package func check(_ records: [EncryptionKeyRecord], of file: String) throws(StorageError) {
        guard let cipher = self else {
            if let first = records.first { throw .sealed(file: file, key: first.key, source: first.source) }
            return
        }
        guard !records.isEmpty else { throw .plain(file: file) }
        for record in records where !cipher.canDecrypt(record) {
            throw .wrongKey(file: file, needed: record.key, given: cipher.name)
        }
    }
}
