package import ChatModel
import Foundation

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
    static func insert(_ copy: DeliveryResult.Copy, of delivery: Int64, as message: MessageID, into database: any SQLSession)
        throws
    {
        let sql = """
            INSERT INTO relay_copy (origin, channel, author, part, message, origin_channel, origin_author)
            SELECT CAST(? AS BIGINT), destination, author, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
            FROM outbox WHERE id = ? ON CONFLICT DO NOTHING
            """
        try database.execute(
            sql,
            [
                copy.origin.rawValue, copy.part, message.rawValue, copy.channel.rawValue, copy.author.rawValue, delivery,
            ])
    }

    /// Deletes the row of a copy that a delivery's author has created at its destination.
    static func delete(_ message: MessageID, of delivery: Int64, in database: any SQLSession) throws {
        let sql = """
            DELETE FROM relay_copy WHERE message = ?1 AND channel = (SELECT destination FROM outbox WHERE id = ?2)
                AND author = (SELECT author FROM outbox WHERE id = ?2)
            """
        try database.execute(sql, [message.rawValue, delivery])
    }

    /// The copies of a message that an author has created in a channel, part by part.
    static func copies(
        of origin: MessageID, in channel: ChannelID, by author: String, in database: any SQLSession
    ) throws -> [MessageID] {
        try
            (database.values(
                "SELECT message FROM relay_copy WHERE origin = ? AND channel = ? AND author = ? ORDER BY part",
                [origin.rawValue, channel.rawValue, author]) as [Int64]).map { MessageID($0) }
    }

    /// The first part of a message's copy in a channel, by any author.
    static func copy(of origin: MessageID, in channel: ChannelID, in database: any SQLSession) throws -> MessageID? {
        try
            (database.value(
                "SELECT message FROM relay_copy WHERE origin = ? AND channel = ? ORDER BY part, author LIMIT 1",
                [origin.rawValue, channel.rawValue]) as Int64?).map { MessageID($0) }
    }

    /// The message that a copy was created from; nil if the message is not a copy.
    static func origin(of message: MessageID, in database: any SQLSession) throws -> RelayOrigin? {
        try database.firstRow(
            "SELECT origin, origin_channel, origin_author FROM relay_copy WHERE message = ? LIMIT 1", [message.rawValue]
        ) {
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
