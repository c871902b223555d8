import ChatModel

/// The known clans and channels, available after a restart before the server has listed them.
enum DirectoryTable {
    /// `newest` is the newest known message of a channel, at which backfill ends. It starts as the newest message when the channel
    /// was first seen, because older messages are not recovered.
    static let schema = """
        CREATE TABLE clan (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL
        ) STRICT;
        CREATE TABLE channel (
            id INTEGER PRIMARY KEY,
            clan INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            label TEXT NOT NULL,
            category TEXT NOT NULL,
            is_private INTEGER NOT NULL,
            newest INTEGER NOT NULL
        ) STRICT;
        """

    /// The category of a channel and the other user of a direct conversation; zero if there is none or it is unknown.
    static let conversations = """
        ALTER TABLE channel ADD COLUMN category_id INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE channel ADD COLUMN partner INTEGER NOT NULL DEFAULT 0;
        """

    /// The user who opened a channel; null if it is unknown.
    static let creators = "ALTER TABLE channel ADD COLUMN creator INTEGER"

    static func store(_ clan: Clan, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO clan (id, name) VALUES (?1, \(EncryptedColumn.clanName.sealed("?2", keys: ["?1"])))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name
            """, [clan.id.rawValue, clan.name])
    }

    static func remember(_ channel: Channel, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO channel (id, clan, parent, kind, label, category, is_private, last_message, category_id, dm_user, creator)
            VALUES (?1, ?2, ?3, ?4, \(EncryptedColumn.channelLabel.sealed("?5", keys: ["?1"])),
                \(EncryptedColumn.category.sealed("?6", keys: ["?1"])), ?7, ?8, ?9, ?10, ?11)
            ON CONFLICT (id) DO UPDATE SET clan = excluded.clan, parent = excluded.parent, kind = excluded.kind,
                label = excluded.label, category = excluded.category, is_private = excluded.is_private,
                category_id = excluded.category_id, dm_user = excluded.dm_user, creator = excluded.creator
            """,
            [
                channel.id.rawValue, channel.clan.rawValue, channel.parent.rawValue, channel.kind.rawValue, channel.label,
                channel.categoryName, channel.isPrivate, channel.lastMessage.rawValue, channel.category.rawValue,
                channel.partner.rawValue, channel.creator?.rawValue,
            ])
    }

    /// The kind in the row of a channel that is known by an id alone. The row keeps the newest known message.
    private static let unresolved: Int32 = -1

    /// Adds a row for a channel of which nothing but its id is known. A row that exists is kept.
    static func note(_ channel: ChannelID, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO channel (id, clan, parent, kind, label, category, is_private, last_message, category_id, dm_user)
            VALUES (?1, 0, 0, ?2, \(EncryptedColumn.channelLabel.sealed("''", keys: ["?1"])),
                \(EncryptedColumn.category.sealed("''", keys: ["?1"])), TRUE, 0, 0, 0)
            ON CONFLICT (id) DO NOTHING
            """, [channel.rawValue, unresolved])
    }

    static func delete(_ channel: ChannelID, in database: any SQLSession) throws {
        try database.execute("DELETE FROM channel WHERE id = ?", [channel.rawValue])
    }

    static func forget(_ clan: ClanID, in database: any SQLSession) throws {
        try database.execute("DELETE FROM channel WHERE clan = ?", [clan.rawValue])
        try database.execute("DELETE FROM clan WHERE id = ?", [clan.rawValue])
    }

    static func clans(in database: any SQLSession) throws -> [Clan] {
        try database.rows("SELECT id, \(EncryptedColumn.clanName.opened) FROM clan ORDER BY id") {
            Clan(id: ClanID($0[0] as Int64), name: $0[1])
        }
    }

    static let advance = SQLRowStatement(
        "UPDATE channel SET last_message = ?1", "WHERE id = ?2 AND last_message < ?1", arguments: [.integer, .integer])

    /// Records that messages of channels are in the journal.
    static func advance(_ messages: [(channel: ChannelID, message: MessageID)], in database: any SQLSession) throws {
        try database.run(advance, rows: messages.count) { index, row in
            row.bind(messages[index].message.rawValue)
            row.bind(messages[index].channel.rawValue)
        }
    }

    /// The newest known message of each channel, also of those of which nothing else is known yet.
    static func lastMessages(in database: any SQLSession) throws -> [ChannelID: MessageID] {
        let rows = try database.rows(
            "SELECT id, last_message FROM channel WHERE kind <> ? OR last_message > 0", [unresolved]
        ) {
            (ChannelID($0[0] as Int64), MessageID($0[1] as Int64))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    /// The channels, each with its newest known message.
    static func channels(in database: any SQLSession) throws -> [Channel] {
        try database.rows(
            """
            SELECT id, clan, parent, kind, \(EncryptedColumn.channelLabel.opened), \(EncryptedColumn.category.opened), is_private,
                last_message, category_id, dm_user, creator
            FROM channel WHERE kind <> ? ORDER BY id
            """, [unresolved]
        ) { row in
            Channel(
                id: ChannelID(row[0] as Int64), clan: ClanID(row[1] as Int64), parent: ChannelID(row[2] as Int64),
                kind: ChannelKind(rawValue: row[3]), label: row[4], category: CategoryID(row[8] as Int64),
                categoryName: row[5], isPrivate: row[6], lastMessage: MessageID(row[7] as Int64),
                partner: UserID(row[9] as Int64), creator: (row[10] as Int64?).map(UserID.init))
        }
    }
}
