import BotKit
import Foundation
import RuleEngine
import Storage

/// Reads the directory observations of decisions and caches them.
final class DirectoryObservationReader {
    private let reader: JournalReader
    private var known: [Int64: DirectoryObservation] = [:]
    private let most = 20_000  // Above this size the cache is cleared.

    init(_ reader: JournalReader) { self.reader = reader }

    func fetch(for decided: [JournalReader.Decided]) async throws {
        if known.count > most { known = [:] }
        var missing: Set<Int64> = []
        for item in decided { missing.formUnion(item.observations.lazy.filter { self.known[$0] == nil }) }
        guard !missing.isEmpty else { return }
        for (id, text) in try await reader.observations(missing) { known[id] = DirectoryObservation(text: text) }
    }

    /// The observations of a decision, as far as this build can read them.
    func observations(of decided: JournalReader.Decided) -> [DirectoryObservation] {
        decided.observations.compactMap { known[$0] }
    }
}

extension JournalReader.Decided {
    /// The revision that decided; nil if it is unreadable.
    var version: String? {
        switch status {
        case .turned(let turn): turn.version
        case .lost(let version): version
        case .open: decision?.version
        }
    }

    /// A Boolean value that indicates whether the entry only retries a dead letter.
    var isRetrial: Bool { version == "" && ticket == 0 }

    fileprivate var observations: [Int64] {
        switch status {
        case .turned(let turn): turn.observations
        case .lost: []
        case .open: decision?.observations ?? []
        }
    }

    private var decision: RuleDecision? {
        guard case .open(let json) = status else { return nil }
        return try? JSONDecoder().decode(RuleDecision.self, from: Data(json.utf8))
    }
}
