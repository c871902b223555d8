import BotConfig
import TextMatching

/// A condition that looks at facts: `text: { … }`. Pure: the same facts give the same decision.
protocol Predicate: Sendable {
    static var name: String { get }

    /// Reads the predicate's fields; `nil`, and diagnostics, where they are wrong.
    init?(_ node: ConfigNode, _ compilation: Compilation)

    /// Probes of which at least one is found whenever the predicate holds; `nil` where there are none such.
    var needed: Set<Probe>? { get }
    func decide(_ facts: Facts) -> Decision
}

enum Predicates {
    static let all: [any Predicate.Type] = [TextPredicate.self]
}
