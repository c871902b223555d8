/// A period after a hit in which a rule does not act again for the same subject, or performs other actions.
struct RuleCooldown: Sendable {
    var scope: SubjectScope
    var length: Double  // Seconds.
    var whileActive: [any RuleAction]
}
