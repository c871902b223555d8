package enum RuleMode: String, Hashable, Sendable, CaseIterable {
    case enforce
    /// The rule is evaluated and traced, but its actions are not performed.
    case shadow
    case disabled
}
