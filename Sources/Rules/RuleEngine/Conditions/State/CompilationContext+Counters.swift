import BotConfiguration

extension CompilationContext {
    /// Returns the default scope of a counter: that of the ladder it belongs to, or user and clan.
    func scope(ofCounter name: String) -> SubjectScope {
        let ladder = configuration.ladders.all.first { $0.counter == name }
        // Errors of a ladder are reported where the ladder is read.
        return ladder?.scope.flatMap { SubjectScope($0, DiagnosticCollector()) } ?? [.user, .clan]
    }

    /// Returns the decay of a counter, as set by its ladder.
    func decay(ofCounter name: String) -> CounterDecay? {
        configuration.ladders.all.first { $0.counter == name }?.decay.map(CounterDecay.init)
    }
}
