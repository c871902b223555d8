/// The reduction of a counter over time.
package struct CounterDecaySettings: Hashable, Sendable {
    package var by: Int
    package var every: Duration
}

extension CounterDecaySettings {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'decay'", diagnostics) else { return nil }
        let by = map.take("by", "The amount to subtract each time (default: 1).").map {
            $0.wholeNumber(in: 1...1_000_000, diagnostics)
        }
        let every = map.require("every", "The time after which the amount is subtracted, again and again.")?.duration(diagnostics)
        map.finish()
        guard let by = by ?? 1, let every else { return nil }
        self.by = by
        self.every = every
    }
}
