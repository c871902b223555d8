import BotConfiguration

extension CompilationContext {
    /// Returns the default scope of a counter: that of its description or of the ladder it belongs to, or user and clan.
    func scope(ofCounter name: String) -> SubjectScope {
        let ladder = configuration.ladders.all.first { $0.counter == name }
        // Errors of a ladder or description are reported where it is read.
        let scope = configuration.counters.item(named: name)?.scope ?? ladder?.scope
        return scope.flatMap { SubjectScope($0, DiagnosticCollector()) } ?? [.user, .clan]
    }

    /// Returns the decay of a counter, as set by its description or its ladder.
    func decay(ofCounter name: String) -> CounterDecay? {
        let ladder = configuration.ladders.all.first { $0.counter == name }
        return (configuration.counters.item(named: name)?.decay ?? ladder?.decay).map(CounterDecay.init)
    }

    /// Reports scopes of described counters that are none.
    func checkCounters() {
        for counter in configuration.counters.all { _ = counter.scope.map { SubjectScope($0, diagnostics) } }
    }
}
