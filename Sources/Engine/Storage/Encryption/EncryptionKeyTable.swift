import Foundation
import GRDB

/// The encryption keys used in a store: their fingerprints and sources, not the keys themselves.
enum EncryptionKeyTable {
    static let schema = """
        CREATE TABLE seal (
            key TEXT PRIMARY KEY,
            source TEXT NOT NULL,
            is_current INTEGER NOT NULL
        ) STRICT;
        """

    static func keys(in database: Database) throws -> [EncryptionKeyRecord] {
        // A file of an earlier version is read before it is upgraded.
        guard let table = try ["encryption_key", "seal"].first(where: { try database.tableExists($0) }) else { return [] }
        return try Row.fetchAll(database, sql: "SELECT key, source, is_current FROM \(table) ORDER BY is_current DESC, key").map {
            EncryptionKeyRecord(key: $0[0], source: $0[1], isCurrent: $0[2])
        }
    }

    /// Makes a key the current one, with which new values are encrypted.
    static func note(_ key: ValueCipher.Key, in database: Database) throws {
        try database.execute(sql: "UPDATE encryption_key SET is_current = 0 WHERE key <> ?", arguments: [key.name])
        try database.execute(
            sql: """
                INSERT INTO encryption_key (key, source, is_current) VALUES (?, ?, 1)
                ON CONFLICT (key) DO UPDATE SET source = excluded.source, is_current = 1
                """, arguments: [key.name, key.source])
    }

    /// Returns whether the store contains no values that would have to be encrypted.
    static func isNew(_ database: Database) throws -> Bool {
        let former = NamesMigration.tables.map(\.0)
        for table in Set(EncryptedColumn.allCases.map(\.table) + former).sorted() where try database.tableExists(table) {
            if try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? false { return false }
        }
        return true
    }
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
    func check(_ records: [EncryptionKeyRecord], of file: String) throws(StorageError) {
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
