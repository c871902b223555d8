import BotConfig

extension CompilationContext {
    /// Whose a counter is where nobody says: that of the ladder which it belongs to, or everybody's own in their clan.
    func scope(ofCounter name: String) -> SubjectScope {
        let ladder = configuration.ladders.all.first { $0.counter == name }
        // A ladder's mistakes are told where it is read.
        return ladder?.scope.flatMap { SubjectScope($0, DiagnosticCollector()) } ?? [.user, .clan]
    }

    /// How a counter sinks by itself: as its ladder says.
    func decay(ofCounter name: String) -> CounterDecay? {
        configuration.ladders.all.first { $0.counter == name }?.decay.map(CounterDecay.init)
    }
}
