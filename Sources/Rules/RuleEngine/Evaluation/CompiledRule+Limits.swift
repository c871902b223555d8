import ChatModel

extension CompiledRule {
    /// Returns whether users of a channel expect an answer of the rule there: it sends messages there, or they call it, and it does not
    /// restrict members.
    func isExpected(toAnswerIn channel: ChannelID) -> Bool {
        !punishes && (isUserInitiated || (then + otherwise).contains { $0.sends(to: channel) })
    }

    /// Returns the name of the state entry that disables the rule in a revision, until it is changed.
    func disabling(in revision: String) -> String { "\(Self.disabled) \(stateVersion) \(revision)" }

    /// The first word of these names.
    static let disabled = "disabled"
}
