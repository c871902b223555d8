import ChatModel

/// The ids that other networks use for messages, and the corresponding message ids of the application.
enum ExternalIDTable {
    static let schema = """
        CREATE TABLE message_name (
            channel INTEGER NOT NULL,
            name TEXT NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (channel, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_name_by_message ON message_name(message);
        """

    /// Inserts an id. If it is reported again, the first message is kept.
    static func insert(_ name: String, of message: MessageID, in channel: ChannelID, into database: any SQLSession) throws {
        let sql = "INSERT INTO external_message (channel, external_id, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        try database.execute(sql, [channel.rawValue, name, message.rawValue])
    }

    /// Inserts the id of a message that a delivery has created at its destination.
    static func insert(_ name: String, of message: MessageID, sentBy delivery: Int64, into database: any SQLSession) throws {
        let sql = """
            INSERT INTO external_message (channel, external_id, message)
            SELECT destination, CAST(? AS TEXT), CAST(? AS BIGINT) FROM outbox WHERE id = ? ON CONFLICT DO NOTHING
            """
        try database.execute(sql, [name, message.rawValue, delivery])
    }

    static func message(named name: String, in channel: ChannelID, in database: any SQLSession) throws -> MessageID? {
        try
            (database.value(
                "SELECT message FROM external_message WHERE channel = ? AND external_id = ?", [channel.rawValue, name]) as Int64?)
            .map { MessageID($0) }
    }

    /// Returns the first of a message's ids in the order of their bytes.
    static func name(of message: MessageID, in channel: ChannelID, in database: any SQLSession) throws -> String? {
        try
            (database.value(
                "SELECT external_id FROM external_message WHERE message = ? AND channel = ? ORDER BY external_id LIMIT 1",
                [message.rawValue, channel.rawValue]) as String?)
    }
}
