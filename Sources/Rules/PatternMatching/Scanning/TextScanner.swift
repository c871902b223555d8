import TextFolding

/// A scanner for many needles and patterns, compiled once. A text is folded and scanned once per set of folds, regardless of the
/// number of needles.
package struct TextScanner: Sendable {
    private let scanners: [FoldedScanner]

    package func scan(_ text: String) -> TextHits {
        var hits = TextHits()
        for scanner in scanners { scanner.scan(text, into: &hits) }
        return hits
    }

    /// Collects the needles and patterns of a scanner.
    package struct Builder {
        private var count = 0
        private var words: [FoldSet: [[UInt8]: [FoldedScanner.Matcher]]] = [:]
        private var patterns: [FoldSet: [(Pattern, ScanTarget)]] = [:]
        private var foldings: [FoldSet: Folding] = [:]
        private var known: [Needle: ScanTarget] = [:]

        package init() {}

        /// Adds a needle; returns `nil` if folding leaves nothing of it.
        package mutating func add(_ needle: Needle) -> ScanTarget? {
            if let probe = known[needle] { return probe }
            guard let word = FoldedNeedle(needle, folding(needle.folds)) else { return nil }
            let probe = nextProbe()
            words[needle.folds, default: [:]][word.bytes, default: []].append(FoldedScanner.Matcher(probe: probe, word: word))
            known[needle] = probe
            return probe
        }

        package mutating func add(_ pattern: Pattern) -> ScanTarget {
            let probe = nextProbe()
            patterns[pattern.folds, default: []].append((pattern, probe))
            return probe
        }

        package func build() -> TextScanner {
            let sets = Set(words.keys).union(patterns.keys).sorted { $0.rawValue < $1.rawValue }
            return TextScanner(
                scanners: sets.map {
                    FoldedScanner(foldings[$0] ?? Folding($0), words: words[$0] ?? [:], patterns: patterns[$0] ?? [])
                })
        }

        private mutating func folding(_ folds: FoldSet) -> Folding {
            if let folding = foldings[folds] { return folding }
            let folding = Folding(folds)
            foldings[folds] = folding
            return folding
        }

        private mutating func nextProbe() -> ScanTarget {
            defer { count += 1 }
            return ScanTarget(index: count)
        }
    }
}
