import MezonModel

/// Looks for all needles and patterns that share one set of folds.
struct FoldedScanner: Sendable {
    private let folding: Folding
    private let automaton: WordAutomaton?
    /// Who asked for each word of the automaton, and where it counts for them.
    private let seekers: [[Seeker]]
    private let lengths: [Int]
    private let patterns: PatternSet?
    private let patternProbes: [Probe]

    struct Seeker: Hashable, Sendable {
        let probe: Probe
        let fit: Needle.Fit
    }

    init(_ folding: Folding, words: [[UInt8]: [Seeker]], patterns: [(Pattern, Probe)]) {
        self.folding = folding
        let sorted = words.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        automaton = sorted.isEmpty ? nil : WordAutomaton(sorted.map(\.key))
        seekers = sorted.map(\.value)
        lengths = sorted.map(\.key.count)
        self.patterns = patterns.isEmpty ? nil : PatternSet(patterns.map(\.0))
        patternProbes = patterns.map(\.1)
    }

    /// Adds what is found to the hits. Only a text with a candidate is folded a second time, to learn where it stands.
    func scan(_ text: String, into hits: inout TextHits) {
        let folded = folding(text)
        var tracer: Tracer?
        func traced() -> Tracer {
            if let tracer { return tracer }
            let made = Tracer(text, folding)
            tracer = made
            return made
        }
        automaton?.scan(folded.bytes) { word, end in
            let bytes = (end - lengths[word])..<end
            for seeker in seekers[word] where !hits.contains(seeker.probe) {
                let tracer = traced()
                if tracer.fits(bytes, seeker.fit), let match = tracer.match(bytes) { hits.add(match, of: seeker.probe) }
            }
        }
        for (pattern, bytes) in patterns?.matches(in: folded.bytes) ?? [] {
            if let match = traced().match(bytes) { hits.add(match, of: patternProbes[pattern]) }
        }
    }
}
