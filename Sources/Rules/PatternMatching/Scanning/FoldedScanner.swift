import TextFolding

/// Searches a text for all needles and patterns that share one set of folds.
struct FoldedScanner: Sendable {
    private let folding: Folding
    private let automaton: AhoCorasickAutomaton?
    /// The matchers for each word of the automaton.
    private let matchers: [[Matcher]]
    private let lengths: [Int]
    private let patterns: PatternSet?
    private let patternTargets: [ScanTarget]
    /// A Boolean value that indicates whether neighbours in the folded text are also neighbours, and letters, in the original.
    private let keepsNeighbours: Bool

    struct Matcher: Sendable {
        let probe: ScanTarget
        let word: FoldedNeedle
    }

    init(_ folding: Folding, words: [[UInt8]: [Matcher]], patterns: [(Pattern, ScanTarget)]) {
        self.folding = folding
        let sorted = words.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        automaton = sorted.isEmpty ? nil : AhoCorasickAutomaton(sorted.map(\.key))
        matchers = sorted.map(\.value)
        lengths = sorted.map(\.key.count)
        self.patterns = patterns.isEmpty ? nil : PatternSet(patterns.map(\.0))
        patternTargets = patterns.map(\.1)
        keepsNeighbours = !folding.folds.has(.spacing) && !folding.folds.has(.leet)
    }

    /// Adds the matches in a text to the hits. Only a text with a candidate is folded a second time, to recover its original
    /// letters.
    func scan(_ text: String, into hits: inout TextHits) {
        let bytes = folding(text)
        var traced: OffsetMappedText?
        func trace() -> OffsetMappedText {
            if let traced { return traced }
            let made = folding.traced(text)
            traced = made
            return made
        }
        automaton?.scan(bytes) { word, end in
            let range = (end - lengths[word])..<end
            for matcher in matchers[word] where !hits.contains(matcher.probe) && mayFit(matcher.word.fit, range, in: bytes) {
                let traced = trace()
                guard let folds = matcher.word.folds(toSeeIn: traced, at: traced.runs(of: range)) else { continue }
                hits.add(TextMatch(traced.origin(of: range), of: text, folds), of: matcher.probe)
            }
        }
        for (pattern, range) in patterns?.matches(in: text, folded: bytes) ?? [] {
            let traced = trace()
            hits.add(TextMatch(traced.origin(of: range), of: text, traced.folds(of: range)), of: patternTargets[pattern])
        }
    }

    /// Checks what the folded text alone can decide. Most candidates are rejected here.
    private func mayFit(_ fit: Needle.Fit, _ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        switch fit {
        case .anywhere: true
        case .word: !keepsNeighbours || !isOfWord(range.lowerBound - 1, bytes) && !isOfWord(range.upperBound, bytes)
        case .start: range.lowerBound == bytes.trimmed.lowerBound
        case .end: range.upperBound == bytes.trimmed.upperBound
        case .whole: range == bytes.trimmed
        }
    }

    private func isOfWord(_ index: Int, _ bytes: [UInt8]) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
