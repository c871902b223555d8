import TextFolding

/// The words and phrases in which the entries of a list do not count: `public` for a list that contains `pubic`.
package final class AllowedPhrases: Hashable, Sendable {
    private let scanner: FoldedScanner

    /// Creates the phrases; `nil` if there are none.
    package init?(_ texts: [String]) {
        guard !texts.isEmpty else { return nil }
        let folding = Folding(.plain)
        var words: [[UInt8]: [FoldedScanner.Matcher]] = [:]
        for (index, text) in texts.enumerated() {
            guard let word = FoldedNeedle(Needle(entry: text, folds: .plain), folding) else { continue }
            words[word.bytes, default: []].append(FoldedScanner.Matcher(probe: ScanTarget(index: index), word: word))
        }
        guard !words.isEmpty else { return nil }
        scanner = FoldedScanner(folding, words: words, patterns: [])
    }

    /// Returns the ranges of all phrases in a text, in UTF-16 code units.
    ///
    /// The words of a phrase with an asterisk count as a whole: `pea*` allows `peacock`.
    func ranges(in text: String) -> [Range<Int>] {
        let found = scanner.ranges(in: text)
        guard !found.isEmpty else { return [] }
        let text = TextParts(text)
        let words = text.parts.filter(\.isWord).compactMap { part -> Range<Int>? in
            guard let first = text[part].first, let last = text[part].last else { return nil }
            return first.range.lowerBound..<last.range.upperBound
        }
        return found.map { range in
            words.filter { $0.overlaps(range) }.reduce(range) {
                min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
            }
        }
    }

    package static func == (left: AllowedPhrases, right: AllowedPhrases) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
