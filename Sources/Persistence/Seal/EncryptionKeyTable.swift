import Foundation
import GRDB

/// The keys that values of a store are sealed with: what they are called and where they are found, nothing of themselves.
enum EncryptionKeyTable {
    static let schema = """
        CREATE TABLE seal (
            key TEXT PRIMARY KEY,
            source TEXT NOT NULL,
            is_current INTEGER NOT NULL
        ) STRICT;
        """

    static func keys(in database: Database) throws -> [EncryptionKeyRecord] {
        guard try database.tableExists("seal") else { return [] }
        return try Row.fetchAll(database, sql: "SELECT key, source, is_current FROM seal ORDER BY is_current DESC, key").map {
            EncryptionKeyRecord(key: $0[0], source: $0[1], isCurrent: $0[2])
        }
    }

    /// Has a key seal what is written from now on.
    static func note(_ key: ValueCipher.Key, in database: Database) throws {
        try database.execute(sql: "UPDATE seal SET is_current = 0 WHERE key <> ?", arguments: [key.name])
        try database.execute(
            sql: """
                INSERT INTO seal (key, source, is_current) VALUES (?, ?, 1)
                ON CONFLICT (key) DO UPDATE SET source = excluded.source, is_current = 1
                """, arguments: [key.name, key.source])
    }

    /// Whether nothing is kept yet of what would have to be sealed.
    static func isNew(_ database: Database) throws -> Bool {
        for table in Set(EncryptedColumn.allCases.map(\.table)).sorted() where try database.tableExists(table) {
            if try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? false { return false }
        }
        return true
    }
}

/// A key that a store is sealed with.
package struct EncryptionKeyRecord: Sendable, Hashable {
    /// What it is called: not a secret.
    package var key: String
    /// Where it was found: `env:SEAL_KEY`, `file:/etc/mezon/seal.key`.
    package var source: String
    /// Whether new values are sealed with it; those of before may be with another.
    package var isCurrent: Bool

    /// What a store was sealed with; nothing for a plain one.
    ///
    /// - Throws: `StorageError`.
    package static func all(in folder: String) throws -> [EncryptionKeyRecord] {
        try DatabaseOpener.openToRead(DataDirectory.house(in: folder), isCalm: true).read { try EncryptionKeyTable.keys(in: $0) }
    }
}

extension ValueCipher? {
    /// Whether a store can be read with it.
    ///
    /// - Throws: `StorageError.sealed`, `StorageError.plain`, `StorageError.wrongKey`.
    func check(_ records: [EncryptionKeyRecord], of file: String) throws(StorageError) {
        guard let seal = self else {
            if let first = records.first { throw .sealed(file: file, key: first.key, source: first.source) }
            return
        }
        guard !records.isEmpty else { throw .plain(file: file) }
        for record in records where !seal.knows(record) {
            throw .wrongKey(file: file, needed: record.key, given: seal.name)
        }
    }
}
