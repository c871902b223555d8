package import TextFolding

/// A text to search for.
package struct Needle: Hashable, Sendable {
    /// The position in a message at which a needle must match. Whitespace at both ends of a message is ignored.
    package enum Fit: Hashable, Sendable {
        case anywhere
        /// Between word boundaries: not adjacent to a letter, digit or `_` of any script.
        case word
        /// At the beginning of a word: `spam*` matches `spammer`.
        case wordStart
        /// At the end of a word: `*coin` matches `bitcoin`.
        case wordEnd
        case start
        case end
        case whole

        /// A Boolean value that indicates whether a match is a word, or the beginning or end of one.
        var isOfWord: Bool { self == .word || self == .wordStart || self == .wordEnd }
    }

    package var text: String
    package var folds: FoldSet
    package var fit: Fit
    /// The phrases of a text in which the needle does not count.
    package var allowed: AllowedPhrases?

    package init(_ text: String, folds: FoldSet = .plain, fit: Fit = .anywhere) {
        self.text = text
        self.folds = folds
        self.fit = fit
        // Spreading separates letters. Who searches for an emoji, or for a word with a symbol at its end, means the symbol itself.
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap(\.self)
        if folds.has(.spacing), fit.isOfWord, !ends.allSatisfy({ FoldedLetter.isOfWord($0) }) {
            self.folds = folds.subtracting(FoldSet([.spacing]))
        }
    }

    /// Creates the needle for an entry of a word list: `spam`, or `spam*`, `*coin` and `*spam*` for the words that begin with it, end
    /// with it or contain it. Other asterisks stand for themselves.
    package init(entry: String, folds: FoldSet) {
        let opensEnd = entry.hasSuffix("*") && entry.dropLast().unicodeScalars.last.map(FoldedLetter.isOfWord) ?? false
        let opensStart = entry.hasPrefix("*") && entry.dropFirst().unicodeScalars.first.map(FoldedLetter.isOfWord) ?? false
        let fit: Fit =
            switch (opensStart, opensEnd) {
            case (false, false): .word
            case (false, true): .wordStart
            case (true, false): .wordEnd
            case (true, true): .anywhere
            }
        self.init(String(entry.dropFirst(opensStart ? 1 : 0).dropLast(opensEnd ? 1 : 0)), folds: folds, fit: fit)
    }

    /// A Boolean value that indicates whether other needles with the same folds may decide whether it is found: only some words of a text
    /// are read in other ways, those that may be one of them.
    package var isEntangled: Bool { folds.has(.typos) || TextReading.allCases.contains { folds.has($0.fold) } }

    /// A Boolean value that indicates whether folding leaves one letter of several, as `aaa` with `repeat`, or exchanges the only one,
    /// as `1` with `leet`: the needle then matches where nobody expects it.
    package var collapsesToOneLetter: Bool {
        var letters: [FoldedScalar] = []
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard let folded = ScalarFolding.folded(scalar, by: folds) else { continue }
            if folds.has(.repeat), folded.repetitionKey == last { continue }
            last = folded.repetitionKey
            letters.append(folded)
        }
        guard let only = letters.first, letters.count == 1 else { return false }
        let written = text.unicodeScalars.count { FoldedLetter.isOfWord($0) }
        return written > 1 || only.folds.has(.leet) && !text.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}
