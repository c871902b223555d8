import TextMatching

/// The words of the grammar: of both languages at once, for people mix them.
///
/// A word that is spelt with marks has to be spelt with the right ones; one without any may stand for all that fold to it, unless
/// it is a word of its own in a text that has marks elsewhere (`sau` after, `sáu` six).
struct Vocabulary: Sendable {
    struct Entry: Sendable {
        var syllables: [String]
        var folded: [String]
        var term: Term
        /// Whether it is something else without its marks: `tớ` (I) and `to`.
        var needsMarks: Bool
    }

    /// By the first folded syllable, the longest first.
    private let entries: [String: [Entry]]
    /// The syllables that stand in the vocabulary without marks of their own.
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
        // Equal lengths keep the order in which they were listed.
        self.entries = entries.mapValues { list in
            list.enumerated().sorted { ($1.element.syllables.count, $0.offset) < ($0.element.syllables.count, $1.offset) }
                .map(\.element)
        }
        self.plain = plain
    }

    /// Words that people write without marks because they have none.
    private static let wordsOfTheirOwn: Set<String> = [
        "sang", "nam", "ba", "tam", "thu", "lan", "tuan", "bay", "chin", "toi", "trua",
    ]

    /// Behind which `mot` is the day after tomorrow, as in `sang mot`; by itself it is one, and behind `toi` it is one of mine.
    private static let partsOfDay: Set<String> = ["sang", "trua", "chieu", "dem", "khuya"]

    /// `sang mai` is tomorrow morning whatever the rest looks like; by itself `sang` is to go over.
    private static func isMorning(_ index: Int, of tokens: [PhraseToken]) -> Bool {
        tokens[index].text == "sang" && index + 1 < tokens.count && ["mai", "mốt", "mot"].contains(tokens[index + 1].text)
    }

    /// The terms that begin at a token, with how many tokens each takes, the longest first.
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
            guard !needsMarks, !token.isMarked, token.text == entry.folded[place] else { return false }
            // Within a fixed expression, a syllable is known by its neighbours.
            return !isMarked || entry.syllables.count > 1 || !plain.contains(token.text) || Self.isMorning(index, of: tokens)
        }
    }
}
