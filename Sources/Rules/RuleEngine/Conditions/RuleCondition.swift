/// A condition on the facts of an event: `text: { … }`. Conditions are pure: the same facts give the same result. All given
/// fields must hold; the first that does not is named in the trace.
protocol RuleCondition: Sendable {
    var checks: [FieldCheck] { get }
}

extension RuleCondition {
    /// The scan keys of which at least one is found whenever the condition holds; `nil` if there is no such set.
    var needed: Set<ScanKey>? { checks.compactMap(\.needed).min { $0.count < $1.count } }
    /// The kinds of match details that the reason may contain.
    var detailKinds: MatchDetails.Kinds { checks.reduce(into: []) { $0.formUnion($1.detailKinds) } }

    /// The capture groups that are found whenever the condition holds.
    var groups: Set<String> { checks.reduce(into: []) { $0.formUnion($1.groups) } }

    /// The parts that the results may name.
    var parts: [String] { checks.flatMap(\.parts) }

    func decide(_ facts: Facts) -> ConditionResult {
        let checks = checks
        return .all(checks.count) { checks[$0].decide(facts) }
    }
}
