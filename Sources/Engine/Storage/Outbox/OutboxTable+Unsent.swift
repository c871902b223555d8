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
        let sql = "SELECT \(columns) FROM outbox WHERE id > ? AND status < 2 ORDER BY id LIMIT ?"
        return try deliveries(sql, [id, limit], in: database)
    }

    /// The deliveries to Mezon, among the newest ones, that were settled since a time, by the time of their settlement, and those that
    /// are open, as nil.
    ///
    /// - Parameter limit: The number of open deliveries to look at, and an eighth of that of settled ones.
    static func recentSends(since date: Date, limit: Int, in database: any SQLSession) throws -> [Date?] {
        // Deliveries are settled about in the order of their ids; those that were sent again come later.
        try database.rows(
            """
            SELECT CAST(NULL AS BIGINT) FROM (SELECT destination FROM outbox WHERE status < 2 ORDER BY id LIMIT ?1) AS open
            WHERE destination >= 0 AND destination < ?3
            UNION ALL SELECT settled_at
            FROM (SELECT destination, status, settled_at FROM outbox ORDER BY id DESC LIMIT 8 * ?1) AS newest
            WHERE destination >= 0 AND destination < ?3 AND status >= 2 AND settled_at >= ?2
            """, [limit, date.milliseconds, ChannelID(foreign: 0).rawValue]
        ) { ($0[0] as Int64?).map(Date.init(milliseconds:)) }
    }

    static func open(to destination: ChannelID, after id: Int64, limit: Int, in database: any SQLSession) throws -> [Delivery] {
        let sql = "SELECT \(columns) FROM outbox WHERE destination = ? AND id > ? AND status < 2 ORDER BY id LIMIT ?"
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
        return Dictionary(uniqueKeysWithValues: rows)
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
