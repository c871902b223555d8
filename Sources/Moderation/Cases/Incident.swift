package import MezonModel
package import Persistence

/// One case as people see it: all that one rule did to one person about one incident. The measures are taken back together.
package struct Incident: Sendable, Hashable {
    package let clan: ClanID
    /// The number of the case in its clan.
    package let number: Int64
    /// In the order in which they were taken; at least one.
    package let measures: [StoredCase]

    /// The measure that says how the case stands: what is in force before what is over, and that before what is done once it is made.
    var leading: StoredCase {
        measures.first { $0.isOpen && !$0.inverses.isEmpty } ?? measures.first(where: \.isUndone) ?? measures.first { !$0.isOpen }
            ?? measures.first { !$0.wasRefused } ?? measures[0]
    }

    /// The measures that could not be carried out, besides the leading one.
    var refused: [StoredCase] { measures.filter { $0.wasRefused && $0.isOpen && $0.id != leading.id } }

    /// The saved messages, each once.
    var evidence: [Evidence] {
        measures.flatMap(\.draft.evidence).reduce(into: []) { all, evidence in
            if !all.contains(where: { $0.message == evidence.message }) { all.append(evidence) }
        }
    }
}

extension JournalReader {
    /// The newest cases that have a measure that fits, oldest first.
    package func incidents(_ filter: CaseFilter) async throws -> [Incident] {
        try await casesByNumber(filter).compactMap { measures in
            measures.first.map { Incident(clan: $0.draft.clan, number: $0.number, measures: measures) }
        }
    }

    /// A case by its number; nil where its clan has none.
    package func incident(_ number: Int64, of clan: ClanID) async throws -> Incident? {
        var filter = CaseFilter()
        filter.clan = clan
        filter.number = number
        return try await incidents(filter).first
    }
}
