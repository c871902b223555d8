/// A counter with a scope and a decay of its own: `counters: { activity: { scope: user@clan, decay: { by: 1, every: 72h } } }`.
package struct CounterSettings: Named {
    package static let noun = "counter"

    package var name: String
    package var position: SourcePosition
    /// The scope as written: `user@clan`.
    package var scope: ConfigNode?
    package var decay: CounterDecaySettings?
}

extension CounterSettings {
    init?(_ entry: ConfigNode.Entry, ladders: [LadderSettings], _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a counter", diagnostics) else { return nil }
        name = entry.key
        position = entry.keyPosition
        scope = map.take("scope", "The counter's scope; user@clan counts each user of each clan separately.")
        decay = map.take("decay", "The decay of the counter over time.").flatMap { CounterDecaySettings($0, diagnostics) }
        map.finish()
        guard let ladder = ladders.first(where: { $0.counter == entry.key }) else { return }
        diagnostics.error(
            "several-sources", "the ladder '\(ladder.name)' (\(ladder.position)) describes the counter '\(entry.key)'",
            at: entry.keyPosition, suggestion: "write scope and decay in the ladder, and remove the counter here")
    }
}
