import ChatModel
import Foundation

/// The deliveries and their status.
enum OutboxTable {
    static let schema = """
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            cause INTEGER NOT NULL,
            author TEXT NOT NULL,
            ordinal INTEGER NOT NULL,
            destination INTEGER NOT NULL,
            payload BLOB NOT NULL,
            status INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            retry_at INTEGER NOT NULL DEFAULT 0,
            sent_parts INTEGER NOT NULL DEFAULT 0,
            message INTEGER NOT NULL DEFAULT 0,
            reason TEXT,
            created_at INTEGER NOT NULL,
            settled_at INTEGER,
            UNIQUE (cause, author, ordinal)
        ) STRICT;
        """

    static let waiting = """
        ALTER TABLE outbox ADD COLUMN after INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE outbox ADD COLUMN is_essential INTEGER NOT NULL DEFAULT 1;
        """

    /// The original id of a row that was moved behind all others. Others may refer to it by that id.
    static let again = "ALTER TABLE outbox ADD COLUMN first INTEGER;"

    /// The first ordinal of the step to which a row belongs; null for a step of one row.
    static let steps = "ALTER TABLE outbox ADD COLUMN step INTEGER;"

    /// The condition of every query for deliveries: a damaged row is never acted upon.
    static func isIntact(in database: any SQLSession) -> String { ChecksummedTable.outbox.isIntact(in: database.dialect) }

    /// Inserts rows. Returns their ids; nil for a row that existed.
    static func insert(
        _ deliveries: [(cause: Int64, delivery: NewDelivery)], at date: Date, into database: any SQLSession
    ) throws -> [Int64?] {
        var ids: [Int64?] = []
        ids.reserveCapacity(deliveries.count)
        try database.insert(insertion, rows: deliveries.count) { index, row in
            let (cause, delivery) = deliveries[index]
            row.bind(cause)
            row.bind(delivery.author)
            row.bind(delivery.ordinal)
            row.bind(delivery.destination.rawValue)
            row.bind(delivery.payload)
            row.bind(date)
            row.bind(delivery.after.rawValue)
            row.bind(delivery.isEssential)
            row.bind(delivery.step)
        } ended: {
            ids.append($1)
        }
        return ids
    }

    private static let insertion = SQLInsertion(
        into: "outbox",
        [
            "cause": .integer, "author": .text, "ordinal": .integer, "destination": .integer, "payload": .blob,
            "created_at": .integer, "dependency": .integer, "is_essential": .boolean, "step": .integer,
        ],
        id: "id", key: ["cause", "author", "ordinal"], encrypting: .payload)

    static let settlementAsSent = SQLRowStatement(
        """
        UPDATE outbox SET status = 2, attempts = attempts + 1, sent_parts = sent_parts + 1, settled_at = ?1, reason = NULL,
            message = CASE message WHEN 0 THEN ?2 ELSE message END
        """,
        // The sign keeps a server from looking for the rows in the index of open deliveries instead of by their ids.
        "WHERE id = ?3 AND +status < 2", arguments: [.integer, .integer, .integer])

    /// Stores results in order.
    static func settle(_ results: [DeliveryResult], in database: any SQLSession) throws {
        var sent: [(result: DeliveryResult, message: MessageID)] = []
        var ids: Set<Int64> = []
        func settleSent() throws {
            try database.run(settlementAsSent, rows: sent.count) { index, row in
                row.bind(sent[index].result.at)
                row.bind(sent[index].message.rawValue)
                row.bind(sent[index].result.delivery)
            }
            (sent, ids) = ([], [])
        }
        for result in results {
            guard case .sent(let message) = result.outcome else {
                try settleSent()
                try settle(result, in: database)
                continue
            }
            if ids.contains(result.delivery) { try settleSent() }
            ids.insert(result.delivery)
            sent.append((result, message))
        }
        try settleSent()
    }

    private static func settle(_ result: DeliveryResult, in database: any SQLSession) throws {
        let at = result.at.milliseconds
        let id = result.delivery
        switch result.outcome {
        case .sent: break
        case .partSent(let message):
            try update(
                """
                UPDATE outbox SET sent_parts = sent_parts + 1, message = CASE message WHEN 0 THEN ? ELSE message END
                WHERE id = ? AND status < 2
                """, [message.rawValue, id], in: database)
        case .retry(let date, let reason):
            try update(
                """
                UPDATE outbox
                SET status = 1, attempts = attempts + 1, retry_at = ?, reason = \(EncryptedColumn.deliveryReason.sealed("?"))
                WHERE id = ? AND status < 2
                """,
                [date.milliseconds, reason, id], in: database)
        case .failed(let reason):
            try end(id, as: .failed, reason: reason, at: at, in: database)
        case .dead(let reason):
            try end(id, as: .dead, reason: reason, at: at, in: database)
        case .skipped(let reason):
            try end(id, as: .skipped, reason: reason, at: at, in: database)
        }
    }

    static func last(in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT max(id) FROM outbox") ?? 0
    }

    /// The message created by the last delivery to the same destination, if it is among the 10 000 deliveries before this one.
    ///
    /// The limit replaces an index by destination over all sent deliveries, which would cost every result a page.
    static func lastSent(to destination: ChannelID, before id: Int64, in database: any SQLSession) throws -> MessageID? {
        try
            (database.value(
                """
                SELECT message FROM outbox
                WHERE destination = ?1 AND id < ?2 AND id >= ?2 - 10000 AND status = 2 AND message > 0 ORDER BY id DESC LIMIT 1
                """, [destination.rawValue, id]) as Int64?).map { MessageID($0) }
    }

    /// Returns the status of the earlier steps that a delivery waits for. A step fails if all of its parts fail. Those steps have
    /// smaller ids, so deliveries cannot wait for each other.
    static func predecessors(of delivery: Delivery, in database: any SQLSession) throws -> PredecessorStatus {
        let sql = """
            SELECT count(CASE WHEN open > 0 THEN 1 END), count(CASE WHEN other = 0 THEN 1 END) FROM (
                SELECT count(CASE WHEN status < 2 THEN 1 END) AS open,
                    count(CASE WHEN status NOT IN (3, 4, 6) OR NOT is_essential THEN 1 END) AS other FROM outbox
                WHERE cause = ? AND author = ? AND ordinal < ? AND id < ? GROUP BY coalesce(step, ordinal)
            ) AS steps
            """
        let row = try database.firstRow(sql, [delivery.cause, delivery.author, delivery.step, delivery.id]) {
            (open: $0[0] as Int, failed: $0[1] as Int)
        }
        guard let row else { return .settled }
        if delivery.after == .success, row.failed > 0 { return .failed }
        return row.open > 0 ? .open : .settled
    }

    /// Returns whether every part of a delivery's step has failed and none was settled after this delivery.
    static func hasEndedFailedStep(_ id: Int64, in database: any SQLSession) throws -> Bool {
        try database.value(
            """
            SELECT count(CASE WHEN part.status <= 2 OR (part.settled_at, part.id) > (own.settled_at, own.id) THEN 1 END) = 0
            FROM outbox AS part JOIN outbox AS own
            ON part.cause = own.cause AND part.author = own.author
                AND coalesce(part.step, part.ordinal) = coalesce(own.step, own.ordinal)
            WHERE own.id = ?
            """, [id]) ?? true
    }

    /// The clan of the entry that caused a delivery; zero if it belongs to none.
    static func clanOfCause(of id: Int64, in database: any SQLSession) throws -> ClanID {
        let clan =
            try
            (database.value(
                """
                SELECT coalesce(nullif(journal.clan, 0), channel.clan, 0) FROM outbox
                JOIN journal ON journal.sequence = outbox.cause LEFT JOIN channel ON channel.id = journal.channel
                WHERE outbox.id = ?
                """, [id]) as Int64?)
        return ClanID(clan ?? 0)
    }

    /// The kind of the entry that caused a delivery.
    static func kindOfCause(of id: Int64, in database: any SQLSession) throws -> String? {
        try
            (database.value("SELECT kind FROM journal JOIN outbox ON outbox.cause = journal.sequence WHERE outbox.id = ?", [id])
            as String?)
    }

    /// The entry and the author of a delivery.
    static func origin(of id: Int64, in database: any SQLSession) throws -> (cause: Int64, author: String)? {
        try database.firstRow("SELECT cause, author FROM outbox WHERE id = ?", [id]) { (cause: $0[0], author: $0[1]) }
    }

    static func deliveries(causedFrom first: Int64, through last: Int64, in database: any SQLSession) throws -> [Delivery] {
        try deliveries(
            "SELECT \(columns) FROM outbox WHERE cause BETWEEN ? AND ? AND \(isIntact(in: database)) ORDER BY id", [first, last],
            in: database)
    }

    static func deliveries(causedBy sequence: Int64, in database: any SQLSession) throws -> [Delivery] {
        try deliveries(
            "SELECT \(columns) FROM outbox WHERE cause = ? AND \(isIntact(in: database)) ORDER BY id", [sequence], in: database)
    }

    static func delivery(_ reference: DeliveryReference, in database: any SQLSession) throws -> Delivery? {
        try deliveries(
            "SELECT \(columns) FROM outbox WHERE cause = ? AND coalesce(original_id, id) = ? AND \(isIntact(in: database))",
            [reference.cause, reference.originalID], in: database
        ).first
    }

    /// The earlier deliveries of the same author to the same destination that were caused by the message's creation.
    static func deliveries(about message: MessageID, before delivery: Delivery, in database: any SQLSession) throws -> [Delivery]
    {
        try deliveries(
            """
            SELECT \(columns) FROM outbox WHERE author = ? AND destination = ? AND id < ? AND \(isIntact(in: database)) AND cause IN (
                SELECT sequence FROM journal WHERE message = ? AND kind = 'message' AND identity IS NOT NULL
            ) ORDER BY id
            """, [delivery.author, delivery.destination.rawValue, delivery.id, message.rawValue], in: database)
    }

    /// The later deliveries of the same author to the same destination that were caused by edits and deletions of the message. A delivery
    /// that is sent again is later than those after its first attempt.
    static func deliveries(concerning message: MessageID, after delivery: Delivery, in database: any SQLSession) throws
        -> [Delivery]
    {
        try deliveries(
            """
            SELECT \(columns) FROM outbox WHERE author = ? AND destination = ? AND coalesce(original_id, id) > ?
                AND \(isIntact(in: database))
                AND cause IN (
                    SELECT sequence FROM journal WHERE message = ? AND kind IN ('edit', 'delete') AND identity IS NOT NULL)
            ORDER BY coalesce(original_id, id)
            """, [delivery.author, delivery.destination.rawValue, delivery.originalID, message.rawValue], in: database)
    }

    static func all(after id: Int64, limit: Int, in database: any SQLSession) throws -> [Delivery] {
        try deliveries(
            "SELECT \(columns) FROM outbox WHERE id > ? AND \(isIntact(in: database)) ORDER BY id LIMIT ?", [id, limit],
            in: database)
    }

    static func counts(in database: any SQLSession) throws -> [Delivery.Status: Int] {
        try statusCounts("SELECT status, count(*) FROM outbox GROUP BY status", in: database)
    }

    /// - Parameter sql: A query for statuses, each with a number.
    static func statusCounts(
        _ sql: String, _ arguments: SQLArguments = [], in database: any SQLSession
    ) throws -> [Delivery.Status: Int] {
        let rows = try database.rows(sql, arguments) { (status: Delivery.Status(rawValue: $0[0]), count: $0[1] as Int) }
        return Dictionary(rows.compactMap { row in row.status.map { ($0, row.count) } }, uniquingKeysWith: { $1 })
    }

    static let columns = """
        id, cause, author, ordinal, destination, \(EncryptedColumn.payload.opened), status, attempts, retry_at, sent_parts, message,
        \(EncryptedColumn.deliveryReason.opened), created_at, dependency, coalesce(original_id, id), coalesce(step, ordinal)
        """

    static func deliveries(
        _ sql: String, _ arguments: SQLArguments, in database: any SQLSession
    ) throws -> [Delivery] {
        try database.rows(sql, arguments) { row in
            guard let status = Delivery.Status(rawValue: row[6]) else { throw SQLRow.ValueError(column: 6) }
            guard let after = NewDelivery.Dependency(rawValue: row[13]) else { throw SQLRow.ValueError(column: 13) }
            return Delivery(
                id: row[0], cause: row[1], author: row[2], ordinal: row[3], destination: ChannelID(row[4] as Int64),
                payload: row[5], status: status, attempts: row[7],
                retryAt: Date(milliseconds: row[8]), sentParts: row[9], message: MessageID(row[10] as Int64), reason: row[11],
                createdAt: Date(milliseconds: row[12]), after: after, originalID: row[14], step: row[15])
        }
    }

    private static func end(
        _ id: Int64, as status: Delivery.Status, reason: String, at: Int64, in database: any SQLSession
    ) throws {
        try update(
            """
            UPDATE outbox
            SET status = ?, attempts = attempts + 1, reason = \(EncryptedColumn.deliveryReason.sealed("?")), settled_at = ?
            WHERE id = ? AND status < 2
            """,
            [status.rawValue, reason, at, id], in: database)
    }

    private static func update(_ sql: String, _ arguments: SQLArguments, in database: any SQLSession) throws {
        try database.execute(sql, arguments)
    }
}
