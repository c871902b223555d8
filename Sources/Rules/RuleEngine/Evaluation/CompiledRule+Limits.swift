import ChatModel

extension CompiledRule {
    /// Returns whether users of a channel expect an answer of the rule there: it sends messages there, or they call it, and it does not
    /// restrict members.
    func isExpected(toAnswerIn channel: ChannelID) -> Bool {
        !punishes && (isUserInitiated || (then + otherwise).contains { $0.sends(to: channel) })
    }

    /// Returns the name of the state entry that disables the rule until it is changed.
    func disabling(in set: RuleSet) -> String { "\(Self.disabled) \(stateVersion) \(set.version)" }

    /// The first word of these names.
    static let disabled = "disabled"
}
