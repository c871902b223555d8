import ChatModel

extension PhraseSplitter {
    /// Returns a time that begins here in the middle of other words, where stricter rules apply than at the front.
    func candidate(_ parser: PhraseParser) -> ParsedTime? {
        guard let token = parser.token(), !token.followsDirectly || token.range.start == 0 || isSign(parser.token(-1)) else {
            return nil
        }
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
    /// Short names of days and months that are also other words.
    static let shortNames: Set<String> = ["sun", "sat", "mon", "wed", "may", "mar"]

    /// Returns a Boolean value that indicates whether it is a time in any position. A part of the day or a short day name has other
    /// meanings too.
    func isSure(_ tokens: [PhraseToken]) -> Bool {
        guard let first = tokens[range].first else { return false }
        if error != nil { return true }
        if let partOfDay, partOfDay.range.upperBound - 1 <= range.lowerBound,
            day?.range.lowerBound != partOfDay.range.upperBound, day?.range != partOfDay.range
        {
            return false
        }
        if Self.shortNames.contains(first.text), range.count == 1 { return false }
        return delay != nil || day != nil || period != nil || recurrence != nil || !clocks.isEmpty
    }
}
