extension PhraseParser {
    /// Parses a lead time: `5 minutes before 3pm`, `2 days before april 1`, `5 phút trước 3h chiều`. Reads the duration, and the hour if it
    /// is a bare number.
    mutating func lead(into time: inout ParsedTime) -> Bool {
        guard time.lead == nil, time.delay == nil, time.clocks.isEmpty else { return false }
        let start = index
        let lead: (length: ParsedDuration, clock: ParsedClockTime?)? = attempt { parser in
            guard let length = parser.length(), parser.takeBefore() else { return nil }
            if let hour = parser.hourAlone() { return (length, hour) }
            var rest = parser
            guard let time = rest.time(), time.delay == nil, time.lead == nil, time.hasClock || time.day != nil else {
                return nil
            }
            return (length, nil)
        }
        guard let lead else { return false }
        time.lead = .init(value: lead.length, range: start..<index)
        if let clock = lead.clock { time.clocks = [clock] }
        return true
    }

    private mutating func takeBefore() -> Bool {
        guard ["before", "trước", "truoc"].contains(token()?.text) else { return false }
        index += 1
        return true
    }

    /// Accepts `before 4`, but not `before 4 people came`.
    private mutating func hourAlone() -> ParsedClockTime? {
        attempt { parser in
            guard let hour = parser.bareHour() else { return nil }
            if case .word? = parser.token()?.kind {
                guard parser.sees(where: { [.to, .that, .particle].contains($0) }) else { return nil }
            } else if parser.token()?.isNumber == true || parser.token()?.followsDirectly == true {
                return nil
            }
            return hour
        }
    }

    /// Parses the lead time of `remind me 10 minutes before` or `nhắc trước 10 phút` at the end of the text.
    mutating func leadOfReminder() -> ParsedDuration? {
        attempt { parser in
            if parser.takeAhead() { return parser.length() }
            guard let length = parser.length(), parser.takeAhead() else { return nil }
            return length
        }
    }

    private mutating func takeAhead() -> Bool {
        let words = token().map { [$0.text, token(1)?.text ?? ""] } ?? []
        if words == ["in", "advance"] {
            index += 2
            return true
        }
        guard let word = words.first,
            ["before", "beforehand", "earlier", "early", "prior", "trước", "truoc", "sớm"].contains(word)
        else { return false }
        index += 1
        return true
    }
}
