import GRDB
package import MezonModel

/// What other networks call their messages, and which of the house's each is.
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

    /// Told again, the first counts.
    static func insert(_ name: String, of message: MessageID, in channel: ChannelID, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO message_name (channel, name, message) VALUES (?, ?, ?)")
        statement.setUncheckedArguments([channel.rawValue, name, message.rawValue])
        try statement.execute()
    }

    /// The same for what a delivery has become, where it went.
    static func insert(_ name: String, of message: MessageID, sentBy delivery: Int64, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO message_name (channel, name, message) SELECT destination, ?, ? FROM outbox WHERE id = ?")
        statement.setUncheckedArguments([name, message.rawValue, delivery])
        try statement.execute()
    }

    static func message(named name: String, in channel: ChannelID, in database: Database) throws -> MessageID? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT message FROM message_name WHERE channel = ? AND name = ?"),
            arguments: [channel.rawValue, name]
        ).map { MessageID($0) }
    }

    /// The newest of several names where a message came to be called otherwise.
    static func name(of message: MessageID, in channel: ChannelID, in database: Database) throws -> String? {
        try String.fetchOne(
            database,
            sql: "SELECT name FROM message_name WHERE message = ? AND channel = ? LIMIT 1",
            arguments: [message.rawValue, channel.rawValue])
    }
}

extension Store {
    /// The message that another network calls so; nil where none was heard of.
    package func message(named name: String, in channel: ChannelID) async throws -> MessageID? {
        try await database.read { try ExternalIDTable.message(named: name, in: channel, in: $0) }
    }

    /// The same for several; what was not heard of is left out.
    package func messages(named names: [String], in channel: ChannelID) async throws -> [String: MessageID] {
        try await database.read { database in
            try names.reduce(into: [:]) { $0[$1] = try ExternalIDTable.message(named: $1, in: channel, in: database) }
        }
    }

    /// What the network behind a channel calls a message; nil where it has no name for it, or the house does not know it.
    package func name(of message: MessageID, in channel: ChannelID) async throws -> String? {
        try await database.read { try ExternalIDTable.name(of: message, in: channel, in: $0) }
    }

    /// The newest message of any other network that was heard of or sent; zero for none.
    package func newestForeignMessage() async throws -> MessageID {
        try await database.read { database in
            let heard = try Int64.fetchOne(database, sql: "SELECT max(message) FROM journal WHERE identity IS NOT NULL") ?? 0
            let sent = try Int64.fetchOne(database, sql: "SELECT max(message) FROM copy") ?? 0
            return [heard, sent].map { MessageID($0) }.filter(\.isForeign).max() ?? 0
        }
    }
}
