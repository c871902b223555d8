package import ChatModel
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

extension Store {
    /// The message with an external id; nil if it is unknown.
    package func message(named name: String, in channel: ChannelID) async throws -> MessageID? {
        try await database.read { try ExternalIDTable.message(named: name, in: channel, in: $0) }
    }

    /// The messages with several external ids. Unknown ids are omitted.
    package func messages(named names: [String], in channel: ChannelID) async throws -> [String: MessageID] {
        try await database.read { database in
            try names.reduce(into: [:]) { $0[$1] = try ExternalIDTable.message(named: $1, in: channel, in: database) }
        }
    }

    /// The external id of a message in a channel; nil if the network has no message ids or the message is unknown.
    package func name(of message: MessageID, in channel: ChannelID) async throws -> String? {
        try await database.read { try ExternalIDTable.name(of: message, in: channel, in: $0) }
    }

    /// The newest message of any other network that was received or sent; zero if there is none.
    package func newestForeignMessage() async throws -> MessageID {
        try await database.read { database in
            let heard = try Int64.fetchOne(database, sql: "SELECT max(message) FROM journal WHERE identity IS NOT NULL") ?? 0
            let sent = try Int64.fetchOne(database, sql: "SELECT max(message) FROM relay_copy") ?? 0
            return [heard, sent].map { MessageID($0) }.filter(\.isExternal).max() ?? 0
        }
    }
}
