import BotConfig

/// A condition that looks at facts: `text: { … }`. Pure: the same facts give the same decision. All fields that are given must
/// hold, and the first that does not is named.
protocol RuleCondition: Sendable {
    static var name: String { get }

    /// Reads the predicate's fields; `nil`, and diagnostics, where they are wrong. All fields are read before it gives up.
    init?(_ node: ConfigNode, _ compilation: CompilationContext)

    var checks: [FieldCheck] { get }
}

extension RuleCondition {
    /// What of which at least one is found whenever the predicate holds; `nil` where there is nothing such.
    var needed: Set<ScanKey>? { checks.compactMap(\.needed).min { $0.count < $1.count } }
    /// What its reason may come with.
    var finds: MatchDetails.Kinds { checks.reduce(into: []) { $0.formUnion($1.finds) } }

    /// The parts that its decisions may name.
    var parts: [String] { checks.flatMap(\.parts) }

    func decide(_ facts: Facts) -> ConditionResult { .all(checks.lazy.map { $0.decide(facts) }) }
}
