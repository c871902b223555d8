/// What to do about events that were recovered from the history after an outage.
package enum LatePolicy: String, Hashable, Sendable, CaseIterable {
    case run, skip
}

/// What holds for rules and plugins that do not say otherwise.
package struct DefaultSettings: Hashable, Sendable {
    /// `nil` leaves it to each: a rule that deletes runs, everything else skips.
    package var late: LatePolicy?
}

extension DefaultSettings {
    init(_ node: ConfigNode?, _ findings: Findings) {
        guard let node, var map = MapReader(node, "'defaults'", findings) else { return }
        late = map.take("late")?.choice(LatePolicy.self, "a policy for late events", findings)
        map.finish()
    }
}
