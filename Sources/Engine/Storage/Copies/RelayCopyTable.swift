package import ChatModel
import Foundation
import GRDB

/// The copies of messages in other channels.
enum RelayCopyTable {
    static let schema = """
        CREATE TABLE copy (
            origin INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            author TEXT NOT NULL,
            part INTEGER NOT NULL,
            message INTEGER NOT NULL,
            origin_channel INTEGER NOT NULL,
            origin_author INTEGER NOT NULL,
            PRIMARY KEY (origin, channel, author, part)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX copy_message ON copy(message);
        """

    /// Stores the message created by a delivery or a part of it. If it is reported again, the first one is kept.
    static func insert(_ copy: DeliveryResult.Copy, of delivery: Int64, as message: MessageID, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO relay_copy (origin, channel, author, part, message, origin_channel, origin_author)
                SELECT ?, destination, author, ?, ?, ?, ? FROM outbox WHERE id = ?
                """)
        statement.setUncheckedArguments([
            copy.origin.rawValue, copy.part, message.rawValue, copy.channel.rawValue, copy.author.rawValue, delivery,
        ])
        try statement.execute()
    }

    /// The copies of a message that an author has created in a channel, part by part.
    static func copies(
        of origin: MessageID, in channel: ChannelID, by author: String, in database: Database
    ) throws -> [MessageID] {
        try Int64.fetchAll(
            database,
            sql: "SELECT message FROM relay_copy WHERE origin = ? AND channel = ? AND author = ? ORDER BY part",
            arguments: [origin.rawValue, channel.rawValue, author]
        ).map { MessageID($0) }
    }

    /// The first part of a message's copy in a channel, by any author.
    static func copy(of origin: MessageID, in channel: ChannelID, in database: Database) throws -> MessageID? {
        try Int64.fetchOne(
            database,
            sql: "SELECT message FROM relay_copy WHERE origin = ? AND channel = ? ORDER BY part, author LIMIT 1",
            arguments: [origin.rawValue, channel.rawValue]
        ).map { MessageID($0) }
    }

    /// The message that a copy was created from; nil if the message is not a copy.
    static func origin(of message: MessageID, in database: Database) throws -> RelayOrigin? {
        try Row.fetchOne(
            database, sql: "SELECT origin, origin_channel, origin_author FROM relay_copy WHERE message = ? LIMIT 1",
            arguments: [message.rawValue]
        ).map {
            RelayOrigin(message: MessageID($0[0] as Int64), channel: ChannelID($0[1] as Int64), author: UserID($0[2] as Int64))
        }
    }
}

/// The original of a copied message.
struct RelayOrigin: Hashable, Sendable {
    var message: MessageID
    var channel: ChannelID
    var author: UserID
}

/// A message and its author. The author is zero if the application wrote the message.
package struct RelayCounterpart: Hashable, Sendable {
    package var message: MessageID
    package var author: UserID
}
