import TextFolding

/// The words of the grammar, in both languages at once because users mix them.
///
/// A word with diacritics must have the right ones. A word without any matches all entries that fold to it, unless it is an entry of its
/// own and the text has diacritics elsewhere (`sau` after, `sáu` six).
struct Vocabulary: Sendable {
    struct Entry: Sendable {
        var syllables: [String]
        var folded: [String]
        var term: Term
        /// A Boolean value that indicates whether the word means something else without diacritics: `tớ` (I) and `to`.
        var needsMarks: Bool
    }

    /// The entries by first folded syllable, the longest first.
    private let entries: [String: [Entry]]
    /// The syllables of the vocabulary that have no diacritics.
    private let plain: Set<String>

    static let both = Vocabulary(english + vietnamese)

    init(_ lists: [(String, Term)]) {
        var entries: [String: [Entry]] = [:]
        var plain: Set<String> = Self.wordsOfTheirOwn
        for (spellings, term) in lists {
            for spelling in spellings.split(separator: "|") {
                let needsMarks = spelling.hasPrefix("!")
                let syllables = (needsMarks ? spelling.dropFirst() : spelling).split(separator: " ").map(String.init)
                guard let first = syllables.first else { continue }
                let entry = Entry(
                    syllables: syllables, folded: syllables.map(\.foldedPlainly), term: term, needsMarks: needsMarks)
                entries[first.foldedPlainly, default: []].append(entry)
                if syllables.count == 1, entry.syllables == entry.folded { plain.insert(first) }
            }
        }
        // Entries of equal length keep their order in the list.
        self.entries = entries.mapValues { list in
            list.enumerated().sorted { ($1.element.syllables.count, $0.offset) < ($0.element.syllables.count, $1.offset) }
                .map(\.element)
        }
        self.plain = plain
    }

    /// Words that are also complete words without diacritics.
    private static let wordsOfTheirOwn: Set<String> = [
        "sang", "nam", "ba", "tam", "thu", "lan", "tuan", "bay", "chin", "toi", "trua",
    ]

    /// The words after which `mot` means the day after tomorrow, as in `sang mot`. On its own it means one.
    private static let partsOfDay: Set<String> = ["sang", "trua", "chieu", "dem", "khuya"]

    /// Returns a Boolean value that indicates whether `sang` begins `sang mai`, which always means tomorrow morning.
    private static func isMorning(_ index: Int, of tokens: [PhraseToken]) -> Bool {
        tokens[index].text == "sang" && index + 1 < tokens.count && ["mai", "mốt", "mot"].contains(tokens[index + 1].text)
    }

    /// Returns the terms that begin at a token, each with its number of tokens, the longest first.
    func terms(at index: Int, of tokens: [PhraseToken], isMarked: Bool) -> [(term: Term, count: Int)] {
        guard index < tokens.count, tokens[index].kind == .word, let candidates = entries[tokens[index].folded] else { return [] }
        return candidates.compactMap { entry in
            fits(entry, at: index, of: tokens, isMarked: isMarked) ? (entry.term, entry.syllables.count) : nil
        }
    }

    private func fits(_ entry: Entry, at index: Int, of tokens: [PhraseToken], isMarked: Bool) -> Bool {
        guard index + entry.syllables.count <= tokens.count else { return false }
        let isBehindPart = index > 0 && Self.partsOfDay.contains(tokens[index - 1].folded)
        let needsMarks = entry.needsMarks && !(isBehindPart && entry.folded == ["mot"])
        return entry.syllables.indices.allSatisfy { place in
            let token = tokens[index + place]
            guard token.kind == .word else { return false }
            if token.text == entry.syllables[place] { return true }
            guard !needsMarks, !token.hasDiacritics, token.text == entry.folded[place] else { return false }
            // In a fixed expression, the neighbours identify a syllable.
            return !isMarked || entry.syllables.count > 1 || !plain.contains(token.text) || Self.isMorning(index, of: tokens)
        }
    }
}
