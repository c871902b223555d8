import ChatModel

/// The words of a phrase, read in order.
struct PhraseWords {
    private let words: [LocatedWord]
    private var position = 0
    private let end: Int

    /// Splits a text into lower-case words; commas are words of their own.
    init(_ text: String) {
        words = LocatedWord.split(text.lowercased()) { $0.properties.isWhitespace }.flatMap(Self.parted)
        end = text.unicodeScalars.count
    }

    /// Splits a word at commas: `monday,` is two words.
    private static func parted(_ word: LocatedWord) -> [LocatedWord] {
        var parts: [LocatedWord] = []
        for (index, part) in word.split(at: ",").enumerated() {
            let start = part.columns.lowerBound
            if index > 0 { parts.append(LocatedWord(text: ",", columns: (start - 1)..<start)) }
            if !part.text.isEmpty { parts.append(part) }
        }
        return parts
    }

    var next: LocatedWord? { position < words.count ? words[position] : nil }
    var following: LocatedWord? { position + 1 < words.count ? words[position + 1] : nil }
    var columns: Range<Int> { (words.first?.columns.lowerBound ?? 0)..<(words.last?.columns.upperBound ?? 0) }

    mutating func advance() { position += 1 }

    mutating func take() -> LocatedWord? {
        defer { position += 1 }
        return next
    }

    /// Takes the next word if it is one of these.
    mutating func take(_ texts: String...) -> Bool {
        guard let next, texts.contains(next.text) else { return false }
        position += 1
        return true
    }

    /// Takes the meaning of the next word, if it has one.
    mutating func take<Meaning>(_ meaning: (LocatedWord) -> Meaning?) -> Meaning? {
        guard let found = next.flatMap(meaning) else { return nil }
        position += 1
        return found
    }

    /// Takes a list, separated by commas and `and`.
    mutating func list<Meaning>(_ meaning: (LocatedWord) -> Meaning?) -> [Meaning] {
        var found: [Meaning] = []
        while true {
            let before = position
            if !found.isEmpty {
                let isJoined = take(",")
                guard take("and") || isJoined else { return found }
            }
            _ = take("the")
            guard let next = take(meaning) else {
                position = before
                return found
            }
            found.append(next)
        }
    }

    /// Returns the error for the next word, or for its absence.
    func unexpected(_ wanted: String, among candidates: [String] = [], suggestion: String? = nil) -> ScheduleSyntaxError {
        guard let next else { return ScheduleSyntaxError("\(wanted) is missing", at: end..<end, suggestion: suggestion) }
        return next.unknown("'\(next.text)' is not \(wanted)", among: candidates, else: suggestion)
    }
}
