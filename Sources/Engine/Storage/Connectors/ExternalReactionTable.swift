package import ChatModel

/// The ids of active reactions on networks where a reaction is a message of its own.
enum ExternalReactionTable {
    static let schema = """
        CREATE TABLE reaction_name (
            channel INTEGER NOT NULL,
            name TEXT NOT NULL,
            message INTEGER NOT NULL,
            emoji TEXT NOT NULL,
            person INTEGER NOT NULL,
            PRIMARY KEY (channel, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reaction_name_by_message ON reaction_name(message);
        """

    private static let columns = #"channel, external_id, message, emoji, "user""#

    /// Inserts a reaction. If it is reported again, the first one is kept.
    static func insert(_ reaction: ExternalReaction, into database: any SQLSession) throws {
        try database.execute(
            "INSERT INTO external_reaction (\(columns)) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [
                reaction.channel.rawValue, reaction.name, reaction.message.rawValue, reaction.emoji, reaction.person.rawValue,
            ])
    }

    static func delete(_ name: String, in channel: ChannelID, from database: any SQLSession) throws {
        try database.execute("DELETE FROM external_reaction WHERE channel = ? AND external_id = ?", [channel.rawValue, name])
    }

    static func reaction(named name: String, in channel: ChannelID, in database: any SQLSession) throws -> ExternalReaction? {
        try database.firstRow(
            "SELECT \(columns) FROM external_reaction WHERE channel = ? AND external_id = ?", [channel.rawValue, name], reaction)
    }

    static func reactions(
        to message: MessageID, in channel: ChannelID, by person: UserID, in database: any SQLSession
    ) throws -> [ExternalReaction] {
        try database.rows(
            #"SELECT \#(columns) FROM external_reaction WHERE message = ? AND channel = ? AND "user" = ? ORDER BY external_id"#,
            [message.rawValue, channel.rawValue, person.rawValue], reaction)
    }

    private static func reaction(_ row: SQLRow) -> ExternalReaction {
        ExternalReaction(
            row[1], in: ChannelID(row[0] as Int64), to: MessageID(row[2] as Int64), emoji: row[3],
            by: UserID(row[4] as Int64))
    }
}

/// An active reaction with its external id.
package struct ExternalReaction: Hashable, Sendable {
    package var name: String
    package var channel: ChannelID
    package var message: MessageID
    package var emoji: String
    package var person: UserID

    package init(_ name: String, in channel: ChannelID, to message: MessageID, emoji: String, by person: UserID) {
        self.name = name
        self.channel = channel
        self.message = message
        self.emoji = emoji
        self.person = person
    }

    /// A change to the active reactions.
    package enum Change: Hashable, Sendable {
        case added(ExternalReaction)
        case removed(String, in: ChannelID)
    }
}
