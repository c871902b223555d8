import ChatModel

/// Lookup of variables by name alone, in all scopes.
extension Facts {
    /// The scopes in lookup order, from the narrowest to the widest.
    private static let scopes: [SubjectScope] = [[.user, .channel], [.user, .clan], .user, .channel, .clan, .rule]

    /// Returns a variable of this event, or else the nearest scope's: user, channel, clan.
    func variable(_ name: String) -> String? {
        variableOfEvent(name) ?? Self.scopes.lazy.compactMap { stateEntry(StateKey(.variable, name, subject($0)))?.text }.first
    }

    /// Returns a variable that an earlier rule has set for this event only.
    func variableOfEvent(_ name: String) -> String? {
        state.wasRead = true
        return variables[name]
    }
}
