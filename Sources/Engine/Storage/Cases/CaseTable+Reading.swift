import ChatModel
import Foundation
import GRDB

extension CaseTable {
    /// Returns the newest matching cases, oldest first.
    static func cases(_ filter: CaseFilter, in database: Database) throws -> [StoredCase] {
        let (condition, arguments) = condition(of: filter)
        let rows = try Row.fetchAll(
            database, sql: "SELECT \(columns) FROM cases \(condition) ORDER BY id DESC LIMIT \(filter.limit)",
            arguments: arguments)
        return try rows.reversed().map { try recorded($0, in: database) }
    }

    /// Returns all measures of the newest cases with a matching measure, grouped by case and oldest first.
    static func casesByNumber(_ filter: CaseFilter, in database: Database) throws -> [[StoredCase]] {
        let (condition, arguments) = condition(of: filter)
        let numbers = try Row.fetchAll(
            database,
            sql: "SELECT clan, number FROM cases \(condition) GROUP BY clan, number ORDER BY min(id) DESC LIMIT \(filter.limit)",
            arguments: arguments)
        return try numbers.reversed().map { row in
            var measures = CaseFilter()
            measures.clan = ClanID(row[0] as Int64)
            measures.number = row[1]
            return try cases(measures, in: database)
        }
    }

    private static func condition(of filter: CaseFilter) -> (sql: String, arguments: StatementArguments) {
        var parts: [String] = []
        var arguments: StatementArguments = []
        if let ids = filter.ids {
            parts.append("id IN (\(databaseQuestionMarks(count: ids.count)))")
            arguments += StatementArguments(ids)
        }
        if let clan = filter.clan {
            parts.append("clan = ?")
            arguments += [clan.rawValue]
        }
        if let number = filter.number {
            parts.append("number = ?")
            arguments += [number]
        }
        if let user = filter.user {
            parts.append("user = ?")
            arguments += [user.rawValue]
        }
        if let cause = filter.cause {
            parts.append("cause = ?")
            arguments += [cause]
        }
        if let author = filter.author {
            parts.append("author = ?")
            arguments += [author]
        }
        if let since = filter.since {
            parts.append("created_at >= ?")
            arguments += [since.milliseconds]
        }
        if filter.isOpen { parts.append("ended_at IS NULL AND undone_at IS NULL") }
        if filter.isInForce { parts.append(inForce) }
        if let over = filter.expiredBy {
            parts.append("until IS NOT NULL AND until <= ?")
            arguments += [over.milliseconds]
        }
        return (parts.isEmpty ? "" : "WHERE \(parts.joined(separator: " AND "))", arguments)
    }

    static func evidence(before date: Date, after id: Int64, in database: Database) throws -> [(id: Int64, text: String)] {
        try Row.fetchAll(
            database,
            sql: "SELECT id, \(EncryptedColumn.evidence.opened) FROM cases WHERE id > ? AND created_at < ? ORDER BY id LIMIT 50",
            arguments: [id, date.milliseconds]
        ).map { ($0[0], $0[1]) }
    }

    static func hasCases(of cause: Int64, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM cases WHERE cause = ?)"), arguments: [cause]) ?? false
    }

    /// The earliest time at which an open case ends.
    static func nextEnd(after date: Date?, in database: Database) throws -> Date? {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT min(until) FROM cases WHERE until IS NOT NULL AND ended_at IS NULL AND undone_at IS NULL AND until > ?
                """, arguments: [date?.milliseconds ?? .min]
        ).map(Date.init(milliseconds:))
    }

    static func countInForce(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM cases WHERE \(inForce)") ?? 0
    }

    private static let inForce =
        """
        ended_at IS NULL AND undone_at IS NULL AND (until IS NOT NULL OR json_array_length(\(EncryptedColumn.inverses.opened)) > 0)
        """

    private static let columns = """
        id, number, incident, cause, author, revision, kind, user, clan, channel, message, ordinals, created_at, until, ended_at, undone_at,
        \(EncryptedColumn.caseReason.opened) AS reason, \(EncryptedColumn.inverses.opened) AS inverses,
        \(EncryptedColumn.evidence.opened) AS evidence, \(EncryptedColumn.undoneBy.opened) AS undone_by,
        \(EncryptedColumn.strike.opened) AS strike
        """

    private static func recorded(_ row: Row, in database: Database) throws -> StoredCase {
        let decoder = JSONDecoder()
        func list<Item: Decodable>(_ column: String) throws -> [Item] {
            try decoder.decode([Item].self, from: Data((row[column] as String).utf8))
        }
        let cause: Int64 = row["cause"]
        let author: String = row["author"]
        let ordinals: [Int] = try list("ordinals")
        let status: StoredCase.Status =
            if let undone: Int64 = row["undone_at"] {
                .undone(Date(milliseconds: undone), by: row["undone_by"] ?? "")
            } else if let ended: Int64 = row["ended_at"] {
                .ended(Date(milliseconds: ended))
            } else {
                .open
            }
        let deliveries = try OutboxTable.deliveries(causedBy: cause, in: database)
        return StoredCase(
            id: row["id"], number: row["number"], cause: cause, author: author, version: row["revision"],
            draft: CaseDraft(
                kind: row["kind"], user: UserID(row["user"] as Int64), clan: ClanID(row["clan"] as Int64),
                channel: ChannelID(row["channel"] as Int64), message: MessageID(row["message"] as Int64), reason: row["reason"],
                until: (row["until"] as Int64?).map(Date.init(milliseconds:)), inverses: try list("inverses"),
                evidence: try list("evidence"), ordinals: ordinals,
                strike: try (row["strike"] as String?).map { try decoder.decode(Strike.self, from: Data($0.utf8)) },
                incident: row["incident"]),
            createdAt: Date(milliseconds: row["created_at"]), status: status,
            actionResults: deliveries.filter { $0.author == author && ordinals.contains($0.ordinal) }.map {
                StoredCase.ActionResult(status: $0.status, reason: $0.reason, channel: $0.destination)
            })
    }
}
