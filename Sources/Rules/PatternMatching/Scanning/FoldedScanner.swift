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
    /// The other readings of a text that the folds add.
    private let readings: [TextReading]
    private let masked: MaskedWords?
    private let misspelled: MisspelledWords?
    /// The words of the entries, which most other readings do not contain.
    private let entryWords: EntryWords?
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
        readings = TextReading.allCases.filter { folding.folds.has($0.fold) }
        masked = folding.folds.has(.masks) ? MaskedWords(matchers.joined()) : nil
        misspelled = folding.folds.has(.typos) ? MisspelledWords(matchers.joined()) : nil
        let needles = matchers.joined().lazy.map(\.word)
        entryWords =
            readings.isEmpty
            ? nil : EntryWords(needles.map(\.words), matchesParts: needles.contains { $0.fit != .word }, folding)
        keepsNeighbours = !folding.folds.has(.spacing) && !folding.folds.has(.leet)
    }

    /// Adds the matches in a text to the hits. Only a text with a candidate is folded a second time, to recover its original
    /// letters.
    func scan(_ text: String, into hits: inout TextHits) {
        let bytes = folding(text)
        let source = TracedText(text, folding)
        func add(_ matcher: Matcher, _ range: Range<Int>, _ folds: FoldSet) {
            guard !source.allows(range, by: matcher.word.allowed) else { return }
            hits.add(TextMatch(range, of: text, folds), of: matcher.probe)
        }
        search(bytes, source, unless: { hits.contains($0) }, add)
        for (pattern, range) in patterns?.matches(in: text, folded: bytes) ?? [] {
            let traced = source.folded
            hits.add(TextMatch(traced.origin(of: range), of: text, traced.folds(of: range)), of: patternTargets[pattern])
        }
        guard automaton != nil, !readings.isEmpty || misspelled != nil || masked != nil else { return }
        let traits = TextTraits(of: text)
        if let masked, traits.contains(.masks) { masked.search(text, folding, unless: { hits.contains($0) }, add) }
        guard misspelled != nil || readings.contains(where: { $0.isPossible(traits) }) else { return }
        let parts = TextParts(text)
        if let entryWords {
            for reading in readings where reading.isPossible(traits) {
                guard let read = reading(parts, where: entryWords) else { continue }
                let other = TracedText(text, folding.traced(read))
                search(other.folded.bytes, other, readBy: reading, unless: { hits.contains($0) }, add)
            }
        }
        if let misspelled, misspelled.mayOccur(in: parts, folding) {
            misspelled.search(source.folded, unless: { hits.contains($0) }, add)
        }
    }

    /// Returns the ranges of all matches in a text as it is written, in UTF-16 code units.
    func ranges(in text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        let source = TracedText(text, folding)
        search(folding(text), source, unless: { _ in false }) { matcher, range, _ in
            if !source.allows(range, by: matcher.word.allowed) { ranges.append(range) }
        }
        return ranges
    }

    /// Receives a match: its range in the original and the folds that it needed.
    typealias MatchReceiver = (_ matcher: Matcher, _ range: Range<Int>, _ folds: FoldSet) -> Void

    /// Searches the bytes of a text, or of another reading of it, for the words.
    private func search(
        _ bytes: [UInt8], _ source: TracedText, readBy reading: TextReading? = nil, unless isKnown: (ScanTarget) -> Bool,
        _ found: MatchReceiver
    ) {
        automaton?.scan(bytes) { word, end in
            let range = (end - lengths[word])..<end
            for matcher in matchers[word] where !isKnown(matcher.probe) && mayFit(matcher.word, range, in: bytes) {
                let traced = source.folded
                let runs = traced.runs(of: range)
                guard let match = matcher.word.match(in: traced, at: runs, usage: { source.usage }) else { continue }
                var folds = match.folds
                if let reading {
                    guard reading.contains(traced.letters[match.letters]) else { continue }
                    folds.formUnion(FoldSet([reading.fold]))
                }
                found(matcher, traced.origin(ofLetters: match.letters), folds)
            }
        }
    }

    /// Checks what the folded text alone can decide. Most candidates are rejected here.
    private func mayFit(_ needle: FoldedNeedle, _ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        switch needle.fit {
        case .anywhere: true
        case .word, .wordStart, .wordEnd:
            !keepsNeighbours
                || !(needle.boundary.needsStart && isOfWord(range.lowerBound - 1, bytes))
                    && !(needle.boundary.needsEnd && isOfWord(range.upperBound, bytes))
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
