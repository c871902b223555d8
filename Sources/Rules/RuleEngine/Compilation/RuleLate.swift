import BotConfiguration

/// The policy for events that were recovered after an outage.
struct RuleLate: Hashable, Sendable {
    enum Policy: String, Hashable, Sendable, CaseIterable { case run, skip, shadow }

    var policy: Policy
    /// The maximum age in seconds, above which events are skipped; `nil` for no limit.
    var maxAge: Double?

    init(_ policy: Policy) { self.policy = policy }

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        if node.isText(diagnostics) {
            guard let policy = node.choice(Policy.self, "a policy for late events", diagnostics) else { return nil }
            self.policy = policy
            return
        }
        guard var map = MapReader(node, "'late'", diagnostics) else { return nil }
        let policy = map.require("policy", "`run`, `skip` or `shadow`.")?.choice(
            Policy.self, "a policy for late events", diagnostics)
        maxAge = map.take("max_age", "The maximum age; older events are skipped.")?.duration(diagnostics).map { $0 / .seconds(1) }
        map.finish()
        guard let policy else { return nil }
        self.policy = policy
    }
}
