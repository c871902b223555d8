/// What to do about events that were recovered from the history after an outage.
package enum LatePolicy: String, Hashable, Sendable, CaseIterable {
    case run, skip
}

/// What holds for rules and plugins that do not say otherwise.
package struct DefaultSettings: Hashable, Sendable {
    /// `nil` leaves it to each: a rule that deletes runs, everything else skips.
    package var late: LatePolicy?
    /// For the rule language: `enforce`, `shadow` or `disabled`.
    package var mode: ConfigNode?
    /// For the rule language: whom no rule sees.
    package var except: ConfigNode?
    /// For the rule language: how often a rule may act.
    package var limits: ConfigNode?
}

extension DefaultSettings {
    init(_ node: ConfigNode?, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'defaults'", findings) else { return }
        mode = map.take("mode", "The mode of rules that name none.")
        except = map.take("except", "Whom no rule sees.")
        limits = map.take("limits", "How often a rule may act before it falls back to shadow.")
        late = map.take("late", "What to do about events that were recovered after an outage.")?.choice(
            LatePolicy.self, "a policy for late events", findings)
        map.finish()
    }
}
