import GRDB

/// The migration of names in the archive.
enum ArchiveNamesMigration {
    static func run(in database: Database) throws {
        try database.execute(sql: table)
        do {
            try database.execute(sql: copy)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISMATCH {
            // Its texts cannot be decrypted. It is built again from the journal: here, or because its key is not the store's.
            try database.execute(
                sql: """
                    DELETE FROM progress WHERE EXISTS (SELECT 1 FROM seal);
                    DELETE FROM indexed WHERE EXISTS (SELECT 1 FROM seal);
                    """)
        }
        try database.execute(sql: names)
    }

    /// The table is written anew, because its constraint lists the changes.
    private static let table = """
        CREATE TABLE message_version (
            sequence INTEGER PRIMARY KEY,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            clan INTEGER NOT NULL,
            author INTEGER NOT NULL,
            author_name TEXT NOT NULL,
            change TEXT NOT NULL CHECK (change IN ('sent', 'edited', 'deleted')),
            text TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        """

    private static var copy: String {
        """
        INSERT INTO message_version
        SELECT sequence, channel, message, clan, author,
            \(EncryptedColumn.authorName.sealed("opened(author_name, 'version.author_name', sequence)")),
            iif(change = 'said', 'sent', change),
            \(EncryptedColumn.text.sealed("opened(text, 'version.text', sequence)")), at
        FROM version ORDER BY sequence
        """
    }

    private static let names = """
        DROP TABLE version;
        CREATE INDEX message_version_by_message ON message_version(message);
        CREATE INDEX message_version_by_channel ON message_version(channel, message);
        ALTER TABLE progress RENAME TO archive_checkpoint;
        ALTER TABLE archive_checkpoint RENAME COLUMN only TO id;
        ALTER TABLE indexed RENAME TO index_checkpoint;
        ALTER TABLE index_checkpoint RENAME COLUMN only TO id;
        ALTER TABLE index_checkpoint RENAME COLUMN form TO format_version;
        ALTER TABLE words RENAME TO message_text_index;
        ALTER TABLE seal RENAME TO encryption_key;
        """
}
