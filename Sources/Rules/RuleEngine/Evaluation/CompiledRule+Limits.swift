extension CompiledRule {
    /// A Boolean value that indicates whether the rule sends messages and does not restrict members.
    var onlySendsMessages: Bool { (then + otherwise).contains(where: \.isReply) && !punishes }

    /// Returns the name of the state entry that disables the rule until it is changed.
    func disabling(in set: RuleSet) -> String { "disabled \(stateVersion) \(set.version)" }
}
