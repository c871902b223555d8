import ChatModel
import Foundation
import GRDB

/// Deliveries that were given up, and the messages that deliveries became.
extension OutboxTable {
    private static let maximum = 10_000

    static func accounts(for message: MessageID, in database: Database) throws -> Bool {
        let minute = Int64(60_000) << 22  // One minute in the time bits of a snowflake.
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM outbox WHERE id > (SELECT coalesce(max(id), 0) - \(maximum) FROM outbox)
                        AND (message = ?1 OR sent_parts > 1 AND message BETWEEN ?1 - ?2 AND ?1 OR status = 1))
                """)
        return try Bool.fetchOne(statement, arguments: [message.rawValue, minute]) ?? false
    }

    static func givenUp(to channels: Set<ChannelID>, since: Date, in database: Database) throws -> [Delivery] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM outbox
                WHERE status > 2 AND status IN (3, 4) AND destination = ? AND created_at >= ?
                    AND cause NOT IN (SELECT sequence FROM redaction)
                ORDER BY id LIMIT \(maximum)
                """)
        var all: [Delivery] = []
        for channel in channels { all += try deliveries(statement, [channel.rawValue, since.milliseconds]) }
        return all.sorted { $0.id < $1.id }
    }

    static func sent(to channel: ChannelID, after message: MessageID, in database: Database) throws -> Set<MessageID> {
        let ids = try Int64.fetchAll(
            database,
            sql: """
                SELECT message FROM outbox WHERE destination = ?1 AND message > ?2
                UNION SELECT message FROM relay_copy WHERE channel = ?1 AND message > ?2
                """, arguments: [channel.rawValue, message.rawValue])
        return Set(ids.map { MessageID($0) })
    }

    /// Assigns an id after all others, because the delivery service has already passed the old one.
    ///
    /// - Returns: The row; nil if it is not given up any more.
    static func reopen(_ id: Int64, in database: Database) throws -> Delivery? {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE outbox SET id = (SELECT max(id) + 1 FROM outbox), original_id = coalesce(original_id, id),
                    attempts = (status = 4 OR attempts > 1), status = (status = 4 OR attempts > 1), retry_at = 0, reason = NULL, settled_at = NULL
                WHERE id = ? AND status IN (3, 4)
                """)
        try statement.execute(arguments: [id])
        guard database.changesCount > 0 else { return nil }
        return try deliveries(
            database.cachedStatement(sql: "SELECT \(columns) FROM outbox ORDER BY id DESC LIMIT 1"), []
        ).first
    }
}
