package enum RuleMode: String, Hashable, Sendable, CaseIterable {
    case enforce
    /// It decides and is traced; its actions go nowhere.
    case shadow
    case disabled
}
