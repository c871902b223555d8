import TextMatching

/// Which rules can hit at all, by what was found in a text: the others are not even looked at.
struct RuleIndex: Sendable {
    private var byProbe: [Probe: [Int]] = [:]
    /// Rules that can hit whatever was found.
    private var always: [Int] = []

    init(_ rules: [Rule]) {
        for (index, rule) in rules.enumerated() where rule.mode != .disabled {
            if let needed = rule.when?.needed {
                for probe in needed.sorted() { byProbe[probe, default: []].append(index) }
            } else {
                always.append(index)
            }
        }
    }

    /// Positions of rules, ascending, each once.
    func candidates(for hits: TextHits) -> [Int] {
        if hits.isEmpty { return always }
        return Set(always).union(hits.probes.flatMap { byProbe[$0] ?? [] }).sorted()
    }
}
