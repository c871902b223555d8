import TextFolding

/// A search for words whose letters are partly hidden behind symbols: `f*ck`, `sh**`, `đ*t mẹ`.
///
/// A hidden word begins with its first letter and shows at least half of its letters. The entries are looked up by the length and the
/// first letter of each of their words, so the cost depends on the number of hidden words and not on that of the entries.
struct MaskedWords: Sendable {
    private struct Key: Hashable {
        var length: Int
        var first: Unicode.Scalar
    }

    private struct Entry: Sendable {
        let matcher: FoldedScanner.Matcher
        let words: [ArraySlice<FoldedLetter>]
    }

    private let entries: [Entry]
    /// The entries that have a word of a length with a first letter, and the index of that word.
    private let index: [Key: [(entry: Int, word: Int)]]

    init(_ matchers: some Sequence<FoldedScanner.Matcher>) {
        entries = matchers.filter { $0.word.fit.isOfWord }.map { Entry(matcher: $0, words: $0.word.words) }
        var index: [Key: [(Int, Int)]] = [:]
        for (number, entry) in entries.enumerated() {
            for (position, word) in entry.words.enumerated() {
                guard let first = word.first, word.count >= 2 else { continue }
                index[Key(length: word.count, first: first.folded.scalar), default: []].append((number, position))
            }
        }
        self.index = index
    }

    func search(
        _ text: String, _ folding: Folding, unless isKnown: (ScanTarget) -> Bool, _ found: FoldedScanner.MatchReceiver
    ) {
        guard text.unicodeScalars.contains(where: Self.isMask) else { return }
        let allowsFillers = folding.folds.has(.fillers)
        let words = Self.words(of: text, folding)
        for (position, word) in words.enumerated() where word.isMasked {
            guard let first = word.letters.first?.folded else { continue }
            for candidate in index[Key(length: word.letters.count, first: first.scalar)] ?? [] {
                let entry = entries[candidate.entry]
                guard !isKnown(entry.matcher.probe), entry.words.count > 1 || word.isPlainlyMasked else { continue }
                for filler in 0..<(allowsFillers ? entry.words.count : 1) {
                    guard let phrase = Self.phrase(of: entry, in: words, around: position, is: candidate.word, filler: filler)
                    else { continue }
                    found(entry.matcher, phrase, filler == 0 ? FoldSet([.masks]) : FoldSet([.masks, .fillers]))
                    break
                }
            }
        }
    }

    /// Returns the range of an entry in the words of a text; `nil` if it is not there.
    ///
    /// - Parameters:
    ///   - position: The index of the word of the text that is the entry's word at `index`.
    ///   - filler: The index of the entry's word that follows a filler; 0 if none does.
    private static func phrase(of entry: Entry, in words: [Word], around position: Int, is index: Int, filler: Int) -> Range<Int>?
    {
        func offset(_ index: Int) -> Int { filler > 0 && index >= filler ? index + 1 : index }
        let start = position - offset(index)
        let end = start + offset(entry.words.count - 1)
        guard start >= 0, end < words.count, filler == 0 || words[start + filler].isFiller,
            entry.words.indices.allSatisfy({ words[start + offset($0)].equals(entry.words[$0]) })
        else { return nil }
        return words[start].range.lowerBound..<words[end].range.upperBound
    }

    /// A word of a text, with the symbols that may hide letters.
    private struct Word {
        struct MaskedScalar {
            /// The folded letter; `nil` for a symbol that hides one.
            var folded: FoldedScalar?
            var marks: CombiningMarks
        }

        var letters: [MaskedScalar] = []
        var range: Range<Int>

        private var hidden: Int { letters.count { $0.folded == nil } }
        /// A Boolean value that indicates whether letters are hidden, and at least as many are shown.
        var isMasked: Bool { hidden > 0 && hidden * 2 <= letters.count }
        /// A Boolean value that indicates whether the word is recognized alone. A single symbol at the end is a footnote.
        var isPlainlyMasked: Bool {
            letters.count >= 3 && (letters.last?.folded != nil || hidden >= 2 && letters.count >= 4)
        }

        /// A Boolean value that indicates whether the word is a filler, whatever symbols follow it.
        var isFiller: Bool {
            let shown = letters.prefix { $0.folded != nil }
            return letters[shown.count...].allSatisfy { $0.folded == nil }
                && FillerReading.isFiller(shown.lazy.compactMap(\.folded?.letter))
        }

        func equals(_ wanted: ArraySlice<FoldedLetter>) -> Bool {
            guard wanted.count == letters.count else { return false }
            let isBare = letters.allSatisfy(\.marks.isEmpty)
            return zip(wanted, letters).allSatisfy { wanted, letter in
                guard let folded = letter.folded else { return true }
                return folded.scalar == wanted.folded.scalar && (isBare || letter.marks == wanted.marks)
            }
        }
    }

    private static func isMask(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "*", "#", "•", "●", "■", "█", "▓", "▒", "░", "∗", "＊", "✱": true
        default: false
        }
    }

    private static func words(of text: String, _ folding: Folding) -> [Word] {
        var words: [Word] = []
        var current: Word?
        var isEmphasis = false
        for part in ReadScalar.scalars(of: text) {
            let isMask = isMask(part.scalar)
            guard FoldedLetter.isOfWord(part.scalar) || isMask else {
                if let current { words.append(current) }
                (current, isEmphasis) = (nil, false)
                continue
            }
            guard !isMask || current != nil && !isEmphasis else {
                // What begins with a symbol is markup, and so are the symbols at its end.
                isEmphasis = true
                continue
            }
            if isMask {
                current?.letters.append(Word.MaskedScalar(folded: nil, marks: []))
            } else if let folded = folding.folded(part.scalar) {
                let letter = Word.MaskedScalar(folded: folded, marks: CombiningMarks(of: part.scalar))
                current = current ?? Word(range: part.range)
                current?.letters.append(letter)
            }
            if let start = current?.range.lowerBound { current?.range = start..<part.range.upperBound }
        }
        if let current { words.append(current) }
        return words
    }
}
