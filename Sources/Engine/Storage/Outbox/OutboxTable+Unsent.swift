import ChatModel
import Foundation

/// Deliveries that were not sent: open ones, and those that were settled otherwise.
extension OutboxTable {
    /// A delivery leaves the index of open ones when it is settled, so that both stay small however long the outbox is.
    static let unsentIndexes = """
        CREATE INDEX outbox_by_destination ON outbox(destination) WHERE status < 2;
        CREATE INDEX outbox_by_status ON outbox(status) WHERE status > 2;
        """

    /// Unsettled rows after an id, oldest first.
    static func open(after id: Int64, limit: Int, in database: any SQLSession) throws -> [Delivery] {
        let sql = "SELECT \(columns) FROM outbox WHERE id > ? AND status < 2 AND \(isIntact(in: database)) ORDER BY id LIMIT ?"
        return try deliveries(sql, [id, limit], in: database)
    }

    /// The times of the settlements since a time of deliveries to Mezon.
    ///
    /// - Parameter limit: An eighth of the number of deliveries to look at, the newest ones.
    static func recentSends(since date: Date, limit: Int, in database: any SQLSession) throws -> [Date] {
        // Deliveries are settled about in the order of their ids; those that were sent again come later.
        try database.rows(
            """
            SELECT settled_at FROM (SELECT destination, status, settled_at FROM outbox ORDER BY id DESC LIMIT 8 * ?1) AS newest
            WHERE destination >= 0 AND destination < ?2 AND status >= 2 AND settled_at >= ?3
            """, [limit, ChannelID(foreign: 0).rawValue, date.milliseconds]
        ) { Date(milliseconds: $0[0]) }
    }

    static func open(to destination: ChannelID, after id: Int64, limit: Int, in database: any SQLSession) throws -> [Delivery] {
        let sql = """
            SELECT \(columns) FROM outbox WHERE destination = ? AND id > ? AND status < 2 AND \(isIntact(in: database))
            ORDER BY id LIMIT ?
            """
        return try deliveries(sql, [destination.rawValue, id, limit], in: database)
    }

    /// The first unsettled delivery after an id; nil if there is none.
    static func firstOpen(after id: Int64, in database: any SQLSession) throws -> Int64? {
        try
            (database.value(
                "SELECT min(id) FROM outbox \(database.dialect.index("outbox_by_destination")) WHERE id > ? AND status < 2", [id])
            as Int64?)
    }

    /// The backlog of each destination.
    static func waiting(after id: Int64, in database: any SQLSession) throws -> [ChannelID: Backlog] {
        let rows = try database.rows(
            """
            SELECT count(*), min(created_at), destination FROM outbox \(database.dialect.index("outbox_by_destination"))
            WHERE id > ? AND status < 2 GROUP BY destination
            """, [id]
        ) {
            (ChannelID($0[2] as Int64), Backlog($0))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    /// The number of deliveries that were not sent, by status: the open ones after an id, and all settled ones.
    static func unsentCounts(after id: Int64, in database: any SQLSession) throws -> [Delivery.Status: Int] {
        try statusCounts(
            """
            SELECT status, count(*) FROM outbox \(database.dialect.index("outbox_by_destination")) WHERE id > ? AND status < 2 GROUP BY status
            UNION ALL SELECT status, count(*) FROM outbox \(database.dialect.index("outbox_by_status")) WHERE status > 2 GROUP BY status
            """, [id], in: database)
    }
}
