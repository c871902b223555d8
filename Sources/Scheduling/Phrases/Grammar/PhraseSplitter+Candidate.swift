import MezonModel

extension PhraseSplitter {
    /// A time that begins here in the midst of other words, where more has to look like one than at the front.
    func candidate(_ parser: PhraseParser) -> ParsedTime? {
        guard let token = parser.token(), !token.isGlued || token.range.start == 0 || isSign(parser.token(-1)) else { return nil }
        guard token.kind == .word || token.isNumber else { return nil }
        var parser = parser
        guard let time = parser.time(), parser.isAtBoundary, time.isSure(tokens) else { return nil }
        return time
    }

    private func isSign(_ token: PhraseToken?) -> Bool {
        if case .sign? = token?.kind { true } else { false }
    }
}

extension ParsedTime {
    /// Of days and months, and words of other things.
    static let shortNames: Set<String> = ["sun", "sat", "mon", "wed", "may", "mar"]

    /// Whether it is a time wherever it stands: a part of the day, or the short name of a day, is a word of other things as well.
    func isSure(_ tokens: [PhraseToken]) -> Bool {
        guard let first = tokens[range].first else { return false }
        if flaw != nil { return true }
        if let part, part.range.upperBound - 1 <= range.lowerBound,
            day?.range.lowerBound != part.range.upperBound, day?.range != part.range
        {
            return false
        }
        if Self.shortNames.contains(first.text), range.count == 1 { return false }
        return ahead != nil || day != nil || period != nil || rhythm != nil || !clocks.isEmpty
    }
}
