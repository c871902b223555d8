import Storage

extension Trace.Step {
    /// A Boolean value that indicates whether the step belongs to rules, or to system rules that share their state. Steps of bots
    /// and middleware do not.
    var isOfRules: Bool {
        guard !who.hasPrefix("rule:") else {
            // The answer of a bot invoked by a rule is a step of its own, and a missing bot is not the rule's failure.
            return !who.contains("/") && !(what == "failed" && why.hasPrefix("run: "))
        }
        return Self.systemRules.contains(who)
    }

    private static let systemRules: Set<String> = [
        "system:rule-limits", "system:approvals", "system:failures", "system:dm-opt-out", "system:bans", "system:lock",
        "system:slow_mode", "system:strike-refunds",
        "system:waits", "system:rewind", "system:rewind-cases",
    ]
}

extension Trace {
    /// The steps of rules.
    var ofRules: [Step] { steps.filter(\.isOfRules) }
}
