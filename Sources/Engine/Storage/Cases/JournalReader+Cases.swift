package import ChatModel
package import Foundation

/// Queries for cases and rule revisions.
extension JournalReader {
    /// Returns the newest matching cases, oldest first.
    package func cases(_ filter: CaseFilter) async throws -> [StoredCase] {
        try await database.read { try CaseTable.cases(filter, in: $0) }
    }

    /// Returns all measures of the newest cases with a matching measure, grouped by case and oldest first.
    package func casesByNumber(_ filter: CaseFilter) async throws -> [[StoredCase]] {
        try await database.read { try CaseTable.casesByNumber(filter, in: $0) }
    }

    /// The number of cases that were undone, by author and clan.
    package struct ReversalCount: Sendable, Hashable {
        package var author: String
        package var clan: ClanID
        package var count: Int
    }

    /// Returns the numbers of cases that were undone at a date or later.
    package func reversals(since date: Date) async throws -> [ReversalCount] {
        try await database.read { database in
            let sql = "SELECT author, clan, count(DISTINCT number) FROM cases WHERE undone_at >= ? GROUP BY author, clan"
            return try database.rows(sql, [date.milliseconds]) { row in
                ReversalCount(author: row[0], clan: ClanID(row[1] as Int64), count: row[2])
            }
        }
    }

    /// Returns all cases about the same users in the same clans. Some of them may require a measure that the given cases release,
    /// or share a strike with them.
    package func cases(ofUsersIn cases: [StoredCase]) async throws -> [StoredCase] {
        try await database.read { database in
            let about = Dictionary(grouping: cases, by: \.draft.clan).sorted { $0.key < $1.key }
            return try about.flatMap { clan, cases in
                try Set(cases.map(\.draft.user)).sorted().flatMap { user in
                    var filter = CaseFilter()
                    filter.clan = clan
                    filter.user = user
                    return try CaseTable.cases(filter, in: database)
                }
            }
        }
    }

    /// The earliest time after `date` at which an open case ends.
    package func nextCaseEnd(after date: Date? = nil) async throws -> Date? {
        try await database.read { try CaseTable.nextEnd(after: date, in: $0) }
    }

    /// The number of cases in force, as defined by `CaseFilter.isInForce`.
    package func caseCountInForce() async throws -> Int { try await database.read { try CaseTable.countInForce(in: $0) } }

    package func members() async throws -> [Member] { try await database.read { try MemberTable.members(in: $0) } }

    package func names() async throws -> UserNameDirectory {
        UserNameDirectory(try await database.read { try MemberNameTable.all(in: $0) })
    }

    /// The names of the members of a clan.
    package func memberNames(of clan: ClanID) async throws -> [Author] {
        try await database.read { try MemberNameTable.members(of: clan, in: $0) }
    }

    package func roles(of clan: ClanID) async throws -> [Role] {
        try await database.read { try MemberTable.roles(in: $0).filter { $0.clan == clan } }
    }

    /// The rule revisions, newest first.
    package func revisions() async throws -> [RuleRevision] { try await database.read { try RuleRevisionTable.all(in: $0) } }

    package func deliveryCounts() async throws -> [Delivery.Status: Int] {
        try await database.read { try OutboxTable.counts(in: $0) }
    }
}
