import ChatModel
import GRDB

/// Deliveries that were not sent: open ones, and those that were settled otherwise.
extension OutboxTable {
    /// A delivery leaves the index of open ones when it is settled, so that both stay small however long the outbox is.
    static let unsentIndexes = """
        CREATE INDEX outbox_by_destination ON outbox(destination) WHERE status < 2;
        CREATE INDEX outbox_by_status ON outbox(status) WHERE status > 2;
        """

    /// Unsettled rows after an id, oldest first.
    static func open(after id: Int64, limit: Int, in database: Database) throws -> [Delivery] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM outbox WHERE id > ? AND status < 2 ORDER BY id LIMIT ?")
        return try deliveries(statement, [id, limit])
    }

    static func open(to destination: ChannelID, after id: Int64, limit: Int, in database: Database) throws -> [Delivery] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM outbox WHERE destination = ? AND id > ? AND status < 2 ORDER BY id LIMIT ?")
        return try deliveries(statement, [destination.rawValue, id, limit])
    }

    /// The first unsettled delivery after an id; nil if there is none.
    static func firstOpen(after id: Int64, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT min(id) FROM outbox INDEXED BY outbox_by_destination WHERE id > ? AND status < 2",
            arguments: [id])
    }

    /// The backlog of each destination.
    static func waiting(after id: Int64, in database: Database) throws -> [ChannelID: Backlog] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT count(*), min(created_at), destination FROM outbox INDEXED BY outbox_by_destination
                WHERE id > ? AND status < 2 GROUP BY destination
                """,
            arguments: [id])
        return Dictionary(uniqueKeysWithValues: rows.map { (ChannelID($0[2] as Int64), Backlog($0)) })
    }

    /// The number of deliveries that were not sent, by status: the open ones after an id, and all settled ones.
    static func unsentCounts(after id: Int64, in database: Database) throws -> [Delivery.Status: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT status, count(*) FROM outbox INDEXED BY outbox_by_destination WHERE id > ? AND status < 2 GROUP BY status
                UNION ALL SELECT status, count(*) FROM outbox INDEXED BY outbox_by_status WHERE status > 2 GROUP BY status
                """, arguments: [id])
        return counts(rows)
    }
}
