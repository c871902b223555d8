import BotConfig

extension Compilation {
    /// Whose a counter is where nobody says: that of the ladder which it belongs to, or everybody's own in their clan.
    func scope(ofCounter name: String) -> Scope {
        let ladder = configuration.ladders.all.first { $0.counter == name }
        // A ladder's mistakes are told where it is read.
        return ladder?.scope.flatMap { Scope($0, Findings()) } ?? [.user, .clan]
    }

    /// How a counter sinks by itself: as its ladder says.
    func decay(ofCounter name: String) -> Decay? {
        configuration.ladders.all.first { $0.counter == name }?.decay.map(Decay.init)
    }
}
