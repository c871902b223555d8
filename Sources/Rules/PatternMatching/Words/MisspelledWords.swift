import TextFolding

/// A search for words of five letters and more with one mistake: `asshloe`, `motherfuker`, `basterd`.
///
/// Two words with one edit between them have a form in common that lacks at most one letter of each (the index of Mor and Fraenkel,
/// 1982). The entries are looked up by these forms, so that the cost is that of the words of the text.
struct MisspelledWords: Sendable {
    private struct Entry: Sendable {
        let matcher: FoldedScanner.Matcher
        let words: [ArraySlice<FoldedLetter>]
        let length: Int
    }

    private typealias Place = (entry: Int, word: Int)

    private let entries: [Entry]
    private let index: [UInt64: [Place]]
    /// The hashes of the words of the entries, in which nothing is misspelled.
    private let words: UInt64Set
    /// The forms of the entries, which most words do not have.
    private let forms: UInt64Set

    private static let minLength = 5
    private static let lengths = 4...24

    init(_ matchers: some Sequence<FoldedScanner.Matcher>) {
        entries = matchers.filter { $0.word.fit.isOfWord }.map { matcher in
            let words = matcher.word.words
            return Entry(matcher: matcher, words: words, length: words.reduce(0) { $0 + $1.count })
        }
        var index: [UInt64: [Place]] = [:]
        var wholes: Set<UInt64> = []
        for (number, entry) in entries.enumerated() where entry.length >= Self.minLength {
            for (position, word) in entry.words.enumerated() where Self.lengths.contains(word.count) {
                let letters = word.map(\.folded.scalar)
                wholes.insert(Self.hash(of: letters))
                Self.forEachForm(of: letters) { form in
                    index[form, default: []].append((number, position))
                    return false
                }
            }
        }
        self.index = index
        forms = UInt64Set(Set(index.keys))
        words = UInt64Set(wholes)
    }

    /// Returns whether a text has a word that may be a misspelled one.
    func mayOccur(in text: TextParts, _ folding: Folding) -> Bool {
        var letters: [Unicode.Scalar] = []
        return text.parts.contains { part in
            guard part.isWord, !part.isVietnamese, Self.lengths.contains(part.range.count) else { return false }
            letters.removeAll(keepingCapacity: true)
            for part in text[part] { if let folded = folding.folded(part.scalar) { letters.append(folded.scalar) } }
            return !words.contains(Self.hash(of: letters)) && Self.forEachForm(of: letters, forms.contains)
        }
    }

    func search(
        _ traced: OffsetMappedText, unless isKnown: (ScanTarget) -> Bool, _ found: FoldedScanner.MatchReceiver
    ) {
        let words = traced.letters[...].words
        for (position, word) in words.enumerated() where Self.lengths.contains(word.count) && !VietnameseSyllable.isWord(word) {
            _ = Self.forEachForm(of: word.map(\.folded.scalar)) { form in
                guard forms.contains(form) else { return false }
                for place in index[form] ?? [] {
                    let entry = entries[place.entry]
                    let start = position - place.word
                    guard start >= 0, start + entry.words.count <= words.count, !isKnown(entry.matcher.probe) else { continue }
                    let phrase = Array(words[start..<(start + entry.words.count)])
                    guard Self.isMisspelled(entry, phrase, at: place.word), let from = phrase.first?.first,
                        let to = phrase.last?.last
                    else { continue }
                    found(entry.matcher, traced.origin(from: from, to: to), FoldSet([.typos]))
                }
                return false
            }
        }
    }

    private static let base: UInt64 = 1_099_511_628_211
    private static let powers = (0...24).reduce(into: [UInt64]()) { powers, _ in
        powers.append((powers.last.map { $0 &* base }) ?? 1)
    }

    /// Calls a closure with a hash of a word and of each word that lacks one of its letters, until it returns true.
    @discardableResult
    private static func forEachForm(of word: [Unicode.Scalar], _ body: (UInt64) -> Bool) -> Bool {
        guard word.count <= lengths.upperBound else { return false }
        let powers = powers
        let whole = word.reduce(17) { $0 &* base &+ UInt64($1.value) &+ 1 }
        if body(mixed(whole)) { return true }
        var prefix: UInt64 = 17
        for index in word.indices {
            let next = prefix &* base &+ UInt64(word[index].value) &+ 1
            // The letters behind the one that is left out move by one place.
            let power = powers[word.count - 1 - index]
            if body(mixed(prefix &* power &+ (whole &- next &* power))) { return true }
            prefix = next
        }
        return false
    }

    private static func hash(of word: [Unicode.Scalar]) -> UInt64 {
        mixed(word.reduce(17) { $0 &* base &+ UInt64($1.value) &+ 1 })
    }

    private static func mixed(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    private static func isMisspelled(_ entry: Entry, _ phrase: [ArraySlice<FoldedLetter>], at place: Int) -> Bool {
        for (index, (wanted, word)) in zip(entry.words, phrase).enumerated() where index != place {
            guard equals(wanted, word) else { return false }
        }
        let edit = Edit(entry.words[place].map(\.folded.letter), phrase[place].map(\.folded.letter))
        return edit.map { $0.isMistake(inWordOf: entry.length) } ?? false
    }

    private static func equals(_ wanted: ArraySlice<FoldedLetter>, _ word: ArraySlice<FoldedLetter>) -> Bool {
        wanted.map(\.folded.scalar) == word.map(\.folded.scalar) && (!word.hasMarks || wanted.map(\.marks) == word.map(\.marks))
    }

    /// A single difference between two words.
    private enum Edit {
        case swap(at: Int)
        case drop(isDouble: Bool)
        case insertion(isDouble: Bool)
        case replacement

        /// Returns the edit that makes the first word the second; `nil` if there is none, or if it changes the first or last letter.
        init?(_ wanted: [Unicode.Scalar], _ word: [Unicode.Scalar]) {
            let start = zip(wanted, word).prefix { $0 == $1 }.count
            let rest = min(wanted.count, word.count) - start
            let end = zip(wanted.reversed(), word.reversed()).prefix { $0 == $1 }.prefix(rest).count
            let (own, other) = (wanted.count - start - end, word.count - start - end)
            guard start > 0 else { return nil }
            switch (own, other) {
            case (2, 2) where wanted[start] == word[start + 1] && wanted[start + 1] == word[start]: self = .swap(at: start)
            case (1, 0): self = .drop(isDouble: wanted[start] == wanted[start - 1])
            case (0, 1): self = .insertion(isDouble: word[start] == word[start - 1])
            case (1, 1) where end > 0: self = .replacement
            default: return nil
            }
        }

        /// Returns whether the edit is more likely a mistake than another word. Short words have too many neighbours: `public`, `batch`.
        func isMistake(inWordOf length: Int) -> Bool {
            switch self {
            case .swap, .insertion(isDouble: true): length >= 5
            case .drop(isDouble: false): length >= 6
            case .drop(isDouble: true), .insertion(isDouble: false), .replacement: length >= 7
            }
        }
    }
}
