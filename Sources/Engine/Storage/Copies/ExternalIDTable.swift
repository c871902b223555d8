import ChatModel
import GRDB

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
    static func insert(_ name: String, of message: MessageID, in channel: ChannelID, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO external_message (channel, external_id, message) VALUES (?, ?, ?)")
        statement.setUncheckedArguments([channel.rawValue, name, message.rawValue])
        try statement.execute()
    }

    /// Inserts the id of a message that a delivery has created at its destination.
    static func insert(_ name: String, of message: MessageID, sentBy delivery: Int64, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql:
                "INSERT OR IGNORE INTO external_message (channel, external_id, message) SELECT destination, ?, ? FROM outbox WHERE id = ?"
        )
        statement.setUncheckedArguments([name, message.rawValue, delivery])
        try statement.execute()
    }

    static func message(named name: String, in channel: ChannelID, in database: Database) throws -> MessageID? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT message FROM external_message WHERE channel = ? AND external_id = ?"),
            arguments: [channel.rawValue, name]
        ).map { MessageID($0) }
    }

    /// Returns the first of a message's ids in the order of their bytes.
    static func name(of message: MessageID, in channel: ChannelID, in database: Database) throws -> String? {
        try String.fetchOne(
            database,
            sql: "SELECT external_id FROM external_message WHERE message = ? AND channel = ? ORDER BY external_id LIMIT 1",
            arguments: [message.rawValue, channel.rawValue])
    }
}
