import ChatModel
import Foundation

extension CaseTable {
    /// Returns the newest matching cases, oldest first.
    static func cases(_ filter: CaseFilter, in database: any SQLSession) throws -> [StoredCase] {
        let (condition, arguments) = condition(of: filter, database.dialect)
        return try database.rows(
            once: "SELECT \(columns) FROM cases \(condition) ORDER BY id DESC LIMIT \(filter.limit)", arguments
        ) { try recorded($0, in: database) }.reversed()
    }

    /// Returns all measures of the newest cases with a matching measure, grouped by case and oldest first.
    static func casesByNumber(_ filter: CaseFilter, in database: any SQLSession) throws -> [[StoredCase]] {
        let (condition, arguments) = condition(of: filter, database.dialect)
        let numbers = try database.rows(
            once: "SELECT clan, number FROM cases \(condition) GROUP BY clan, number ORDER BY min(id) DESC LIMIT \(filter.limit)",
            arguments
        ) { (clan: ClanID($0[0] as Int64), number: $0[1] as Int64) }
        return try numbers.reversed().map { found in
            var measures = CaseFilter()
            measures.clan = found.clan
            measures.number = found.number
            return try cases(measures, in: database)
        }
    }

    private static func condition(of filter: CaseFilter, _ dialect: SQLDialect) -> (sql: String, arguments: SQLArguments) {
        var parts: [String] = []
        var arguments: SQLArguments = []
        if let ids = filter.ids {
            parts.append("id IN (\(Array(repeating: "?", count: ids.count).joined(separator: ", ")))")
            arguments += SQLArguments(ids)
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
            parts.append(#""user" = ?"#)
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
        if filter.isInForce { parts.append(inForce(dialect)) }
        if let over = filter.expiredBy {
            parts.append("until IS NOT NULL AND until <= ?")
            arguments += [over.milliseconds]
        }
        return (parts.isEmpty ? "" : "WHERE \(parts.joined(separator: " AND "))", arguments)
    }

    static func evidence(before date: Date, after id: Int64, in database: any SQLSession) throws -> [(id: Int64, text: String)] {
        try database.rows(
            "SELECT id, \(EncryptedColumn.evidence.opened) FROM cases WHERE id > ? AND created_at < ? ORDER BY id LIMIT 50",
            [id, date.milliseconds]
        ) { ($0[0], $0[1]) }
    }

    static func hasCases(of cause: Int64, in database: any SQLSession) throws -> Bool {
        try database.value("SELECT EXISTS (SELECT 1 FROM cases WHERE cause = ?)", [cause]) ?? false
    }

    /// The earliest time at which an open case ends.
    static func nextEnd(after date: Date?, in database: any SQLSession) throws -> Date? {
        try
            (database.value(
                """
                SELECT min(until) FROM cases WHERE until IS NOT NULL AND ended_at IS NULL AND undone_at IS NULL AND until > ?
                """, [date?.milliseconds ?? .min]) as Int64?).map(Date.init(milliseconds:))
    }

    static func countInForce(in database: any SQLSession) throws -> Int {
        try database.value("SELECT count(*) FROM cases WHERE \(inForce(database.dialect))") ?? 0
    }

    private static func inForce(_ dialect: SQLDialect) -> String {
        // Longer than `[]`: a server cannot compare what is encrypted.
        let hasInverses = "\(EncryptedColumn.inverses.byteCount(in: dialect)) > 2"
        return "ended_at IS NULL AND undone_at IS NULL AND (until IS NOT NULL OR \(hasInverses))"
    }

    private static let columns = """
        id, number, incident, cause, author, revision, kind, "user", clan, channel, message, ordinals, created_at, until, ended_at, undone_at,
        \(EncryptedColumn.caseReason.opened), \(EncryptedColumn.inverses.opened),
        \(EncryptedColumn.evidence.opened), \(EncryptedColumn.undoneBy.opened),
        \(EncryptedColumn.strike.opened)
        """

    private static func recorded(_ row: SQLRow, in database: any SQLSession) throws -> StoredCase {
        let decoder = JSONDecoder()
        func list<Item: Decodable>(_ text: String) throws -> [Item] {
            try decoder.decode([Item].self, from: Data(text.utf8))
        }
        let cause: Int64 = row[3]
        let author: String = row[4]
        let ordinals: [Int] = try list(row[11])
        let status: StoredCase.Status =
            if let undone: Int64 = row[15] {
                .undone(Date(milliseconds: undone), by: row[19] ?? "")
            } else if let ended: Int64 = row[14] {
                .ended(Date(milliseconds: ended))
            } else {
                .open
            }
        let deliveries = try OutboxTable.deliveries(causedBy: cause, in: database)
        return StoredCase(
            id: row[0], number: row[1], cause: cause, author: author, version: row[5],
            draft: CaseDraft(
                kind: row[6], user: UserID(row[7] as Int64), clan: ClanID(row[8] as Int64),
                channel: ChannelID(row[9] as Int64), message: MessageID(row[10] as Int64), reason: row[16],
                until: (row[13] as Int64?).map(Date.init(milliseconds:)), inverses: try list(row[17]),
                evidence: try list(row[18]), ordinals: ordinals,
                strike: try (row[20] as String?).map { try decoder.decode(Strike.self, from: Data($0.utf8)) },
                incident: row[2]),
            createdAt: Date(milliseconds: row[12]), status: status,
            actionResults: deliveries.filter { $0.author == author && ordinals.contains($0.ordinal) }.map {
                StoredCase.ActionResult(status: $0.status, reason: $0.reason, channel: $0.destination)
            })
    }
}
