import GRDB

extension EncryptionKeyRecord {
    /// The keys with which a store is encrypted; empty for a plain one.
    ///
    /// - Throws: `StorageError`.
    package static func all(in folder: String) throws -> [EncryptionKeyRecord] {
        try DatabaseOpener.openToRead(DatabaseUpgrade.newest(in: folder), skipsKeyCheck: true).read {
            try EncryptionKeyTable.keys(in: SQLiteSession($0))
        }
    }
}
