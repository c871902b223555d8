import ChatModel

/// A parser over tokens from a position. A rule that does not match leaves the position unchanged.
struct PhraseParser {
    let tokens: [PhraseToken]
    var index: Int
    /// A Boolean value that indicates whether any word has diacritics; then words without them are meant that way.
    let isMarked: Bool
    /// A Boolean value that indicates whether the whole text is in capitals, which then carry no meaning.
    let isAllCaps: Bool
    /// A Boolean value that indicates whether the text is English, in which `2h` means two hours.
    let isEnglish: Bool
    /// The terms that may begin at each token, looked up once.
    private let termsOfTokens: [[(term: Term, count: Int)]]

    init(_ tokens: [PhraseToken]) {
        self.tokens = tokens
        index = 0
        let words = tokens.filter { $0.kind == .word }
        let isMarked = words.contains(where: \.hasDiacritics)
        self.isMarked = isMarked
        termsOfTokens = tokens.indices.map { Vocabulary.both.terms(at: $0, of: tokens, isMarked: isMarked) }
        isAllCaps = !words.contains(where: \.isSmall)
        isEnglish =
            words.contains { ["remind", "reminder", "me", "to", "the"].contains($0.text) }
            && !words.contains { $0.hasDiacritics || $0.text == "nhac" }
    }

    /// Returns the parser at another position.
    func at(_ index: Int) -> PhraseParser {
        var parser = self
        parser.index = index
        return parser
    }

    var isAtEnd: Bool { index >= tokens.count }

    func token(_ distance: Int = 0) -> PhraseToken? {
        tokens.indices.contains(index + distance) ? tokens[index + distance] : nil
    }

    func terms(_ distance: Int = 0) -> [(term: Term, count: Int)] {
        termsOfTokens.indices.contains(index + distance) ? termsOfTokens[index + distance] : []
    }

    /// Returns a Boolean value that indicates whether a matching term begins here, or a number of tokens further on.
    func sees(_ distance: Int = 0, where fits: (Term) -> Bool) -> Bool { terms(distance).contains { fits($0.term) } }

    func sees(_ term: Term) -> Bool { sees(where: { $0 == term }) }

    /// Takes the first matching term, longest terms first.
    mutating func take<Value>(_ pick: (Term) -> Value?) -> Value? {
        for (term, count) in terms() {
            guard let value = pick(term) else { continue }
            index += count
            return value
        }
        return nil
    }

    mutating func take(_ terms: Term...) -> Bool { take { terms.contains($0) ? true : nil } ?? false }

    mutating func takeSign(_ signs: Character..., glued: Bool = false) -> Bool {
        guard case .sign(let sign)? = token()?.kind, signs.contains(sign), !glued || token()?.followsDirectly == true else {
            return false
        }
        index += 1
        return true
    }

    /// Runs a rule and resets the position if it fails.
    mutating func attempt<Value>(_ read: (inout PhraseParser) -> Value?) -> Value? {
        let start = index
        if let value = read(&self) { return value }
        index = start
        return nil
    }

    /// Takes a number in digits.
    mutating func digits(glued: Bool = false) -> (value: Int, digits: Int)? {
        guard case .number(let value, let count)? = token()?.kind, !glued || token()?.followsDirectly == true else { return nil }
        index += 1
        return (value, count)
    }

    /// Takes a number in digits or words: `25`, `twenty-five`, `hai mươi lăm`.
    mutating func number() -> Int? { digits()?.value ?? numberInWords() }

    mutating func numberInWords() -> Int? {
        attempt { parser in
            guard let first = parser.take({ if case .number(let value) = $0 { value } else { nil } }) else { return nil }
            guard first >= 20 else { return first }
            let rest: Int? = parser.attempt { parser in
                _ = parser.takeSign("-", glued: true)
                return parser.take { if case .number(let value) = $0, value < 10 { value } else { nil } }
            }
            return first + (rest ?? 0)
        }
    }

    /// A Boolean value that indicates whether the previous word ends here: after `5m`, but not in `5mb`.
    var isAtBoundary: Bool {
        guard let next = token(), next.followsDirectly else { return true }
        switch next.kind {
        case .word, .number, .opaque, .mention: return false
        case .sign("%"), .sign("/"), .sign("_"), .sign("+"), .sign("@"), .sign("#"): return false
        case .sign:
            guard let after = token(1), after.followsDirectly else { return true }
            switch after.kind {
            case .word, .number: return false
            default: return true
            }
        }
    }

    func textRange(_ range: Range<Int>) -> TextRange { tokens.range(range) }
}

extension [PhraseToken] {
    /// Returns the text range of some tokens; the end of the text if there are none.
    func range(_ places: Range<Int>) -> TextRange {
        guard let end = last?.range.end else { return TextRange(0, 0) }
        guard !places.isEmpty, indices.contains(places.lowerBound), indices.contains(places.upperBound - 1) else {
            return TextRange(end, end)
        }
        return TextRange(self[places.lowerBound].range.start, self[places.upperBound - 1].range.end)
    }
}
