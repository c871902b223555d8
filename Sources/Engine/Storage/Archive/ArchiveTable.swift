import ChatModel
import Foundation
import GRDB

/// The archived messages: one row for each version of a message, including its deletion.
enum ArchiveTable {
    static let schema = """
        CREATE TABLE version (
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            clan INTEGER NOT NULL,
            author INTEGER NOT NULL,
            author_name TEXT NOT NULL,
            change TEXT NOT NULL CHECK (change IN ('said', 'edited', 'deleted')),
            text TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (channel, message, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE progress (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            sequence INTEGER NOT NULL
        ) STRICT;
        """

    /// Rekeys the table by journal entry, the row number that the full-text index uses.
    static let numbered = """
        ALTER TABLE version RENAME TO old;
        CREATE TABLE version (
            sequence INTEGER PRIMARY KEY,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            clan INTEGER NOT NULL,
            author INTEGER NOT NULL,
            author_name TEXT NOT NULL,
            change TEXT NOT NULL CHECK (change IN ('said', 'edited', 'deleted')),
            text TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO version SELECT sequence, channel, message, clan, author, author_name, change, text, at FROM old ORDER BY sequence;
        DROP TABLE old;
        CREATE INDEX version_by_message ON version(message);
        """

    /// The index for the newest messages of a channel.
    static let byChannel = "CREATE INDEX version_by_channel ON version(channel, message)"

    /// The columns in the order of the schema.
    static let columns = """
        message_version.sequence, message_version.channel, message_version.message, message_version.clan, message_version.author, \(EncryptedColumn.authorName.opened),
        message_version.change, \(EncryptedColumn.text.opened), message_version.at
        """

    /// Returns whether the archive's encryption matches the store's. An empty archive adopts the store's key.
    static func agree(with cipher: ValueCipher?, in database: Database) throws -> Bool {
        // In any case: what is read here is found to be damaged while the archive can still be made anew.
        let progress = try progress(in: database)
        let key = try EncryptionKeyTable.keys(in: SQLiteSession(database)).first?.key
        if key == cipher?.name { return true }
        guard key == nil, progress == 0, let cipher else { return false }
        try EncryptionKeyTable.note(cipher.current, in: SQLiteSession(database))
        return true
    }

    static func progress(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT sequence FROM archive_checkpoint") ?? 0
    }

    static func setProgress(_ sequence: Int64, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO archive_checkpoint VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence",
            arguments: [sequence])
    }

    static func insert(_ events: [(event: Event, sequence: Int64)], into database: Database) throws {
        let insertion = try DirectStatement(insertion, in: database)
        for (event, sequence) in events { try insert(event, as: sequence, by: insertion) }
    }

    private static func insert(_ event: Event, as sequence: Int64, by insertion: DirectStatement) throws {
        switch event {
        case .message(let message): try insert(message, "sent", message.createdAt, sequence, insertion)
        case .edit(let message): try insert(message, "edited", message.updatedAt, sequence, insertion)
        case .delete(let removal):
            try insertion.run { row in
                row.bind(sequence)
                row.bind(removal.channel.rawValue)
                row.bind(removal.message.rawValue)
                row.bind(removal.clan.rawValue)
                row.bind(removal.sender.rawValue)
                row.bind("")
                row.bind("deleted")
                row.bind("")
                row.bind(removal.at)
            }
        default: break
        }
    }

    static func text(of sequence: Int64, in database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT \(EncryptedColumn.text.opened) FROM message_version WHERE sequence = ?", arguments: [sequence])
    }

    /// - Parameter text: The remaining text; nil removes the text and the author's name.
    static func replace(_ text: String?, at sequence: Int64, in database: Database) throws {
        guard let text else {
            return try database.execute(

                sql: """
                    UPDATE message_version
                    SET text = \(EncryptedColumn.text.sealed("''")), author_name = \(EncryptedColumn.authorName.sealed("''"))
                    WHERE sequence = ?
                    """, arguments: [sequence])
        }
        try database.execute(
            sql: "UPDATE message_version SET text = \(EncryptedColumn.text.sealed("?")) WHERE sequence = ?",
            arguments: [text, sequence])
    }

    private static func insert(
        _ message: ChatModel.Message, _ change: String, _ date: Date, _ sequence: Int64, _ insertion: DirectStatement
    ) throws {
        try insertion.run { row in
            row.bind(sequence)
            row.bind(message.channel.rawValue)
            row.bind(message.id.rawValue)
            row.bind(message.clan.rawValue)
            row.bind(message.author.id.rawValue)
            row.bind(message.author.name)
            row.bind(change)
            row.bind(message.text)
            row.bind(date)
        }
    }

    private static let insertion = """
        INSERT OR REPLACE INTO message_version (sequence, channel, message, clan, author, author_name, change, text, at)
        VALUES (?1, ?2, ?3, ?4, ?5, \(EncryptedColumn.authorName.sealed("?6", keys: ["?1"])), ?7,
            \(EncryptedColumn.text.sealed("?8", keys: ["?1"])), ?9)
        """
}
