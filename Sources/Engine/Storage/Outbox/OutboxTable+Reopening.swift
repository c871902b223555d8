import ChatModel
import Foundation

/// Deliveries that were given up, and the messages that deliveries became.
extension OutboxTable {
    private static let maximum = 10_000

    static func accounts(for message: MessageID, in database: any SQLSession) throws -> Bool {
        let minute = Int64(60_000) << 22  // One minute in the time bits of a snowflake.
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM outbox WHERE id > (SELECT coalesce(max(id), 0) - \(maximum) FROM outbox)
                    AND (message = ?1 OR sent_parts > 1 AND message BETWEEN ?1 - ?2 AND ?1 OR status = 1))
            """
        return try database.value(sql, [message.rawValue, minute]) ?? false
    }

    static func givenUp(to channels: Set<ChannelID>, since: Date, in database: any SQLSession) throws -> [Delivery] {
        let sql = """
            SELECT \(columns) FROM outbox
            WHERE status > 2 AND status IN (3, 4) AND destination = ? AND created_at >= ? AND \(isIntact(in: database))
                AND cause NOT IN (SELECT sequence FROM redaction)
            ORDER BY id LIMIT \(maximum)
            """
        var all: [Delivery] = []
        for channel in channels { all += try deliveries(sql, [channel.rawValue, since.milliseconds], in: database) }
        return all.sorted { $0.id < $1.id }
    }

    /// - Parameter original: The original number.
    static func givenUp(_ original: Int64, of cause: Int64, in database: any SQLSession) throws -> Delivery? {
        let sql = """
            SELECT \(columns) FROM outbox WHERE cause = ?1 AND coalesce(original_id, id) = ?2 AND status IN (3, 4)
                AND NOT EXISTS (SELECT 1 FROM redaction WHERE sequence = ?1)
            """
        return try deliveries(sql, [cause, original], in: database).first
    }

    static func sent(to channel: ChannelID, after message: MessageID, in database: any SQLSession) throws -> Set<MessageID> {
        let ids =
            try
            (database.values(
                """
                SELECT message FROM outbox WHERE destination = ?1 AND message > ?2
                UNION SELECT message FROM relay_copy WHERE channel = ?1 AND message > ?2
                """, [channel.rawValue, message.rawValue]) as [Int64])
        return Set(ids.map { MessageID($0) })
    }

    /// Assigns an id after all others, because the delivery service has already passed the old one.
    ///
    /// - Returns: The row; nil if it is not given up any more.
    static func reopen(_ id: Int64, in database: any SQLSession) throws -> Delivery? {
        let sql = """
            UPDATE outbox SET id = \(database.dialect.nextKey(of: "outbox")), original_id = coalesce(original_id, id),
                attempts = CASE WHEN status = 4 OR attempts > 1 THEN 1 ELSE 0 END,
                status = CASE WHEN status = 4 OR attempts > 1 THEN 1 ELSE 0 END, retry_at = 0, reason = NULL, settled_at = NULL
            WHERE id = ? AND status IN (3, 4) AND \(isIntact(in: database))
            """
        guard try database.changeCount(of: sql, [id]) > 0 else { return nil }
        return try deliveries("SELECT \(columns) FROM outbox ORDER BY id DESC LIMIT 1", [], in: database).first
    }
}
