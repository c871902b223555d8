import BotConfiguration

/// The result of an import in numbers and reasons.
package struct ImportSummary: Encodable, Hashable, Sendable {
    package struct Reason: Encodable, Hashable, Sendable {
        package var reason: String
        package var rules: Int
    }

    package struct Rule: Encodable, Hashable, Sendable {
        package var name: String
        package var line: Int
        package var ids: [String]
        package var isComplete: Bool
        package var missing: [String]
        package var adapted: [String]
    }

    package var from: String
    package var rules: Int
    package var complete: Int
    /// The complete rules in which something is done in another way.
    package var adapted: Int
    package var incomplete: Int
    /// The reasons why rules are incomplete, the most frequent first.
    package var reasons: [Reason]
    package var names: [RequiredNames.Name]
    package var needsModerators: Bool
    package var counters: [String]
    package var notes: [String]
    package var details: [Rule]

    package init(_ imported: RuleImport) {
        from = imported.system.rawValue
        rules = imported.rules.count
        complete = imported.rules.count { $0.isComplete }
        adapted = imported.rules.count { $0.isAdapted }
        incomplete = rules - complete
        var counts: [String: Int] = [:]
        for rule in imported.rules {
            for reason in Set(rule.remarks.filter { $0.kind == .gap }.map { "\($0.key): \($0.reason)" }) {
                counts[reason, default: 0] += 1
            }
        }
        reasons = counts.map { Reason(reason: $0.key, rules: $0.value) }.sorted { ($1.rules, $0.reason) < ($0.rules, $1.reason) }
        names = imported.names.names
        needsModerators = imported.needsModerators
        counters = imported.counters
        notes = imported.notes
        details = imported.rules.map { rule in
            func sentences(_ kind: ImportRemark.Kind) -> [String] { rule.remarks.filter { $0.kind == kind }.map(\.sentence) }
            return Rule(
                name: rule.name, line: rule.position.line, ids: rule.ids, isComplete: rule.isComplete, missing: sentences(.gap),
                adapted: sentences(.adaptation))
        }
    }
}
