import ChatModel

/// The place of a leaderboard in the rule state: one for each clan or channel of the counter's scope.
struct LeaderboardKey {
    let counter: String
    let scope: SubjectScope

    /// Creates the key; nil for a counter that is not per user.
    init?(_ counter: String, of scope: SubjectScope) {
        guard scope.contains(.user) else { return nil }
        self.counter = counter
        self.scope = scope
    }

    func board(_ facts: Facts) -> Leaderboard {
        facts.stateEntry(key(facts)).map { Leaderboard($0.text) } ?? Leaderboard()
    }

    func key(_ facts: Facts) -> StateKey {
        StateKey(.leaders, counter, scope.subtracting(.user).subject(user: 0, channel: facts.channelID, clan: facts.clan))
    }
}
