/// A ladder: escalating actions against a user for repeated violations.
package struct LadderSettings: Named {
    package static let noun = "ladder"

    package struct Step: Hashable, Sendable {
        /// The count at which the step applies.
        package var at: Int
        /// The list of actions as written; the rule compiler interprets it.
        package var actions: ConfigNode
        package var position: SourcePosition
    }

    package var name: String
    package var position: SourcePosition
    package var counter: String
    /// The scope of the counter as written: `user@clan`.
    package var scope: ConfigNode?
    package var decay: CounterDecaySettings?
    /// The steps, in ascending order of their counts.
    package var steps: [Step]
}

extension LadderSettings {
    init?(_ entry: ConfigNode.Entry, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a ladder", diagnostics) else { return nil }
        let counter = map.require("counter", "The ladder's counter.")?.text(diagnostics)
        scope = map.take("scope", "The counter's scope; user@clan counts each user of each clan separately.")
        decay = map.take("decay", "The decay of the counter over time.").flatMap { CounterDecaySettings($0, diagnostics) }
        let stepsNode = map.require("steps", "The steps: counts and their actions.")
        map.finish()
        let steps = (stepsNode?.list(diagnostics) ?? []).compactMap { Step($0, diagnostics) }
        if let stepsNode, steps.isEmpty, stepsNode.list(DiagnosticCollector())?.isEmpty == true {
            diagnostics.error(
                "missing-value", "a ladder needs at least one step", at: stepsNode.position,
                suggestion: "write - { at: 1, then: [warn] }")
        }
        for (lower, higher) in zip(steps, steps.dropFirst()) where lower.at >= higher.at {
            diagnostics.error(
                "wrong-order", "the step at \(higher.at) comes after the step at \(lower.at)", at: higher.position,
                suggestion: "write the steps in ascending order, each count once")
        }
        guard let counter, !steps.isEmpty else { return nil }
        name = entry.key
        position = entry.keyPosition
        self.counter = counter
        self.steps = steps
    }
}

extension LadderSettings.Step {
    fileprivate init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "a step", diagnostics) else { return nil }
        let at = map.require("at", "The count at which the step applies.")
        let actions = map.require("then", "The actions of the step.")
        if let actions { diagnostics.refer(itemsOf: actions, to: "action") }
        map.finish()
        guard let at, let count = at.wholeNumber(in: 1...1_000_000, diagnostics), let actions else { return nil }
        self.at = count
        self.actions = actions
        position = at.position
    }
}
