package import Foundation
import GRDB
package import MezonModel

/// What the rules did to people, and which rules there were.
extension JournalReader {
    /// The newest that fit, oldest first.
    package func cases(_ filter: CaseFilter) async throws -> [StoredCase] {
        try await database.read { try CaseTable.cases(filter, in: $0) }
    }

    /// The measures of the newest cases that have one that fits, case by case and oldest first.
    package func casesByNumber(_ filter: CaseFilter) async throws -> [[StoredCase]] {
        try await database.read { try CaseTable.casesByNumber(filter, in: $0) }
    }

    /// All cases about the same people in the same clans: others may want what some of theirs no longer do, and may come of the same
    /// strike.
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

    /// The first moment after another at which an open case is over.
    package func nextCaseEnd(after date: Date? = nil) async throws -> Date? {
        try await database.read { try CaseTable.nextEnd(after: date, in: $0) }
    }

    /// How many are in force: see `CaseFilter.isInForce`.
    package func caseCountInForce() async throws -> Int { try await database.read { try CaseTable.countInForce(in: $0) } }

    package func members() async throws -> [Member] { try await database.read { try MemberTable.members(in: $0) } }

    package func names() async throws -> PeopleNames {
        PeopleNames(try await database.read { try MemberNameTable.all(in: $0) })
    }

    /// Newest first.
    package func editions() async throws -> [RuleRevision] { try await database.read { try RuleRevisionTable.all(in: $0) } }

    package func deliveryCounts() async throws -> [Delivery.Status: Int] {
        try await database.read { try OutboxTable.counts(in: $0) }
    }
}
