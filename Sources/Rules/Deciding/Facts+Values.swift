import MezonModel

/// What rules have set for themselves, by name alone: whose it is is found out.
extension Facts {
    /// Scopes in the order in which a name is looked for: what belongs to the fewest comes first.
    private static let scopes: [SubjectScope] = [[.user, .channel], [.user, .clan], .user, .channel, .clan, .rule]

    /// A variable: that of this event, else the person's, the channel's, the clan's.
    func variable(_ name: String) -> String? {
        variables[name] ?? Self.scopes.lazy.compactMap { memo(StateKey(.variable, name, subject($0)))?.text }.first
    }

    /// A counter of which the scope is not said.
    func counter(_ name: String, sinkingBy decay: CounterDecay?) -> Int {
        let keys = Self.scopes.map { StateKey(.counter, name, subject($0)) }
        return keys.first { memo($0) != nil }.map { count($0, sinkingBy: decay) } ?? 0
    }
}
