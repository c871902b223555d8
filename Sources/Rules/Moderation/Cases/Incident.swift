package import ChatModel
package import Storage

/// A case as shown to users: all measures that one rule took against one user for one incident. They are undone together.
package struct Incident: Sendable, Hashable {
    package let clan: ClanID
    /// The number of the case in its clan.
    package let number: Int64
    /// The measures in the order in which they were taken; at least one.
    package let measures: [StoredCase]

    /// The measure that determines the status of the case. Measures in force come first, then undone and expired ones, then
    /// completed ones.
    var leading: StoredCase {
        measures.first { $0.isOpen && !$0.inverses.isEmpty } ?? measures.first(where: \.isUndone) ?? measures.first { !$0.isOpen }
            ?? measures.first { !$0.hasFailed } ?? measures[0]
    }

    /// The other measures that could not be carried out.
    var refused: [StoredCase] { measures.filter { $0.hasFailed && $0.isOpen && $0.id != leading.id } }

    /// The saved messages, without duplicates.
    var evidence: [Evidence] {
        measures.flatMap(\.draft.evidence).reduce(into: []) { all, evidence in
            if !all.contains(where: { $0.message == evidence.message }) { all.append(evidence) }
        }
    }
}

extension JournalReader {
    /// Returns the newest cases with a matching measure, oldest first.
    package func incidents(_ filter: CaseFilter) async throws -> [Incident] {
        try await casesByNumber(filter).compactMap { measures in
            measures.first.map { Incident(clan: $0.draft.clan, number: $0.number, measures: measures) }
        }
    }

    /// Returns a case by its number; `nil` if its clan has none.
    package func incident(_ number: Int64, of clan: ClanID) async throws -> Incident? {
        var filter = CaseFilter()
        filter.clan = clan
        filter.number = number
        return try await incidents(filter).first
    }
}
