/// The handling of events that were recovered from the history after an outage.
package enum LatePolicy: String, Hashable, Sendable, CaseIterable {
    case run, skip
}

/// The defaults for rules and bots.
package struct DefaultSettings: Hashable, Sendable {
    /// The policy for late events; with `nil`, a rule that deletes runs and everything else skips.
    package var late: LatePolicy?
    /// The mode of rules: `enforce`, `shadow` or `disabled`, interpreted by the rule compiler.
    package var mode: ConfigNode?
    /// The exceptions of all rules, interpreted by the rule compiler.
    package var except: ConfigNode?
    /// The limits on how often a rule may act, interpreted by the rule compiler.
    package var limits: ConfigNode?
}

extension DefaultSettings {
    init(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'defaults'", diagnostics) else { return }
        mode = map.take("mode", "The default mode of rules.")
        except = map.take("except", "The users and events that all rules ignore.")
        limits = map.take("limits", "The default limits on how often a rule may act.")
        late = map.take("late", "The policy for events recovered after an outage.")?.choice(
            LatePolicy.self, "a policy for late events", diagnostics)
        map.finish()
    }
}
