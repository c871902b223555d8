import ChatModel

extension PhraseParser {
    mutating func weekdays(every: Bool) -> ParsedDay? {
        attempt { parser in
            let isFrom = parser.take(.from)
            let start = parser.index
            let which = parser.whichBefore()
            if which == nil, !isFrom, parser.take(.workdays) {
                return .weekdays(ParsedDay.workdays, which: .plain, isRepeated: true)
            }
            if let days = parser.take({ if case .weekdays(let days) = $0 { days } else { nil } }) {
                return .weekdays(parser.more(days), which: .plain, isRepeated: true)
            }
            if !isFrom, parser.take(.weekend) { return .weekend }
            if which == nil, parser.take(.weekends) { return .weekdays([.sat, .sun], which: .plain, isRepeated: true) }
            guard let first = parser.weekday() else {
                parser.index = start
                return nil
            }
            if let last = parser.rangeEnd() {
                let count = (last.index - first.index + 7) % 7
                return .weekdays((0...count).map { Weekday(index: first.index + $0) }, which: .plain, isRepeated: true)
            }
            // `a week from friday` is another day.
            guard !isFrom else { return nil }
            var days = parser.more([first])
            if days.count == 1 || every || parser.isEveryWeekAhead { days = parser.bareNumbers(days, every: every) }
            return .weekdays(days, which: which ?? parser.whichBehind() ?? .plain, isRepeated: false)
        }
    }

    mutating func which() -> ParsedDay.Which? {
        take { (term) -> ParsedDay.Which? in term == .this ? .this : term == .next ? .next : term == .coming ? .coming : nil }
    }

    /// Takes the word of `this friday`; Vietnamese puts it after the day.
    private mutating func whichBefore() -> ParsedDay.Which? {
        guard let word = token()?.text, ["this", "next", "coming", "upcoming"].contains(word) else { return nil }
        return which()
    }

    /// Takes the word after the day in `thứ sáu này` or `thứ sáu tới`; in `thứ sáu sau 17h`, `sau` means after five o'clock.
    private mutating func whichBehind() -> ParsedDay.Which? {
        attempt { parser in
            guard parser.terms().first.map({ $0.count == 1 }) == true, let which = parser.which() else { return nil }
            let isAfter = parser.tokens[parser.index - 1].folded == "sau"
            guard
                !isAfter
                    || parser.token()?.isNumber != true && !parser.sees(where: { if case .number = $0 { true } else { false } })
            else { return nil }
            return ["this", "next"].contains(parser.tokens[parser.index - 1].text) ? nil : which
        }
    }

    /// Parses one weekday: `friday`, `thứ sáu`, `thứ 6`, `t6`, `cn`.
    mutating func weekday() -> Weekday? {
        let counted: Weekday? = attempt { parser in
            let word = parser.token()?.text
            guard parser.take(.weekdayWord) else { return nil }
            if let digits = parser.digits(glued: word == "t") {
                // In `thu 5pm`, `thu` is the English Thursday.
                let isOther = word == "thu" && parser.sees { if case .month = $0 { true } else { $0 == .am || $0 == .pm } }
                return isOther || parser.token()?.kind == .sign(":") ? nil : ParsedDay.weekday(digits.value)
            }
            guard word != "t", let number = parser.numberInWords() else { return nil }
            return ParsedDay.weekday(number)
        }
        return counted ?? take { if case .weekday(let day) = $0 { day } else { nil } }
    }

    /// Parses `monday, wednesday and friday`, `t2/t4`.
    private mutating func more(_ first: [Weekday]) -> [Weekday] {
        var days = first
        for _ in 0..<6 {
            let next: Weekday? = attempt { parser in
                _ = parser.takeSign(",", "/", "&", "+")
                _ = parser.take(.and)
                if let days = parser.take({ if case .weekdays(let days) = $0 { days } else { nil } }) { return days.first }
                return parser.weekday()
            }
            guard let next else { break }
            if !days.contains(next) { days.append(next) }
        }
        return days.sorted()
    }

    /// Parses `thứ 2 4 6` if the context shows that recurring weekdays are meant.
    private mutating func bareNumbers(_ first: [Weekday], every: Bool) -> [Weekday] {
        guard !isBehindEnglishWeekday else { return first.sorted() }
        let all: [Weekday]? = attempt { parser in
            var days = first
            for _ in 0..<5 {
                let next: Weekday? = parser.attempt { parser in
                    _ = parser.takeSign(",", "/", "&", "+")
                    _ = parser.take(.and)
                    guard let digits = parser.digits(), digits.digits == 1,
                        parser.isAtBoundary || parser.token()?.isNumber == false,
                        !parser.sees(where: { [.hourSign, .halfMore, .am, .pm].contains($0) })
                    else { return nil }
                    if case .sign(":")? = parser.token()?.kind { return nil }
                    return ParsedDay.weekday(digits.value)
                }
                guard let next, !days.contains(next) else { break }
                days.append(next)
            }
            guard days.count > 1, every || parser.isEveryWeekAhead else { return nil }
            return days
        }
        return (all ?? first).sorted()
    }

    /// A Boolean value that indicates whether an English weekday precedes: `every tuesday 7 pm` has no second day.
    private var isBehindEnglishWeekday: Bool {
        guard let word = token(-1), word.kind == .word, word.text.count > 2, word.text == word.folded else { return false }
        return terms(-1).contains {
            if case .weekday = $0.term { true } else if case .weekdays = $0.term { true } else { false }
        }
    }

    private var isEveryWeekAhead: Bool {
        guard sees(.every) else { return false }
        return sees(1, where: { $0 == .unit(.week) })
    }

    private mutating func rangeEnd() -> Weekday? {
        attempt { parser in
            guard parser.takeSign("-", "–", "—") || parser.take(.through) else { return nil }
            return parser.weekday()
        }
    }
}
