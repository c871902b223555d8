import Moderation
import RuleEngine
import Storage

/// The compiled rules of all recorded revisions.
final class RevisionCache {
    private let revisions: [String: RuleRevision]
    private var compiled: [String: RuleSet?] = [:]
    private var reduced: [String: [Set<String>: RuleSet]] = [:]
    /// The revision that was activated last; nil if there is none.
    let newest: String?

    init(_ reader: JournalReader) async throws {
        let all = try await reader.revisions()
        revisions = Dictionary(uniqueKeysWithValues: all.map { ($0.version, $0) })
        newest = all.first?.version
    }

    func revision(_ version: String) -> RuleRevision? { revisions[version] }

    /// The compiled rules; nil if the revision is not stored or this build cannot read it.
    func rules(_ version: String) -> RuleSet? {
        if let known = compiled[version] { return known }
        let rules = revisions[version]?.rules
        compiled[version] = .some(rules)
        return rules
    }

    /// The compiled rules without some of them; nil if the revision is not stored or this build cannot read it.
    func rules(_ version: String, without omitted: Set<String>) -> RuleSet? {
        if omitted.isEmpty { return rules(version) }
        if let known = reduced[version]?[omitted] { return known }
        let rules = rules(version)?.without(omitted)
        reduced[version, default: [:]][omitted] = rules
        return rules
    }
}
