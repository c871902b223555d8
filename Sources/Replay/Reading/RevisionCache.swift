import Moderation
import Persistence
import Rules

/// The rules of every day, each compiled once.
final class RevisionCache {
    private let editions: [String: RuleRevision]
    private var compiled: [String: RuleSet?] = [:]
    /// The one that came into force last; nil where there never was one.
    let newest: String?

    init(_ reader: JournalReader) async throws {
        let all = try await reader.editions()
        editions = Dictionary(uniqueKeysWithValues: all.map { ($0.version, $0) })
        newest = all.first?.version
    }

    func edition(_ version: String) -> RuleRevision? { editions[version] }

    /// Nil for one that is not kept, or that this build cannot read any more.
    func rules(_ version: String) -> RuleSet? {
        if let known = compiled[version] { return known }
        let rules = editions[version]?.rules
        compiled[version] = .some(rules)
        return rules
    }
}
