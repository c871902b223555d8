import MezonModel

/// What rules have set for themselves, by name alone: whose it is is found out.
extension Facts {
    /// Scopes in the order in which a name is looked for: what belongs to the fewest comes first.
    private static let scopes: [SubjectScope] = [[.user, .channel], [.user, .clan], .user, .channel, .clan, .rule]

    /// A variable: that of this event, else the person's, the channel's, the clan's.
    func variable(_ name: String) -> String? {
        variableOfEvent(name) ?? Self.scopes.lazy.compactMap { memo(StateKey(.variable, name, subject($0)))?.text }.first
    }

    /// A variable that a rule before this one has set for this event alone.
    func variableOfEvent(_ name: String) -> String? {
        memory.wasRead = true
        return variables[name]
    }
}
