extension PhraseParser {
    /// Parses a duration: `20 minutes`, `an hour and a half`, `2h30p`, `1 tiếng rưỡi`, `nửa tiếng`,
    /// `three quarters of an hour`, `2 tiếng 15 phút`.
    mutating func length() -> ParsedDuration? {
        attempt { parser in
            let start = parser.index
            guard var sum = parser.lengthPart() else { return nil }
            var asClock = sum.asClock
            for _ in 0..<5 {
                let next: ParsedDuration? = parser.attempt { parser in
                    _ = parser.takeSign(",") || parser.take(.and)
                    return parser.lengthPart(after: sum)
                }
                guard let next else { break }
                // `2h30` may also be a time of day; `2 hours 30 seconds` may not.
                asClock = asClock.flatMap { clock in next.asClock.map { ParsedDuration.joined(clock, $0) } } ?? nil
                sum.months += next.months
                sum.days += next.days
                sum.seconds += next.seconds
                sum.single = nil
                sum.smallest = next.smallest
            }
            guard parser.isAtBoundary else { return nil }
            sum.range = start..<parser.index
            sum.asClock = asClock
            sum.asClock?.range = sum.range
            return sum
        }
    }

    private mutating func lengthPart(after sum: ParsedDuration? = nil) -> ParsedDuration? {
        attempt { parser in
            let start = parser.index
            guard let amount = parser.amount() else { return nil }
            // `2h30`: minutes after hours need no unit.
            let isGlued = start < parser.tokens.count && parser.tokens[start].followsDirectly
            guard let unit = parser.takeUnit() else {
                guard let hours = sum?.single, hours.unit == .hour, amount.quarters % 4 == 0, amount.quarters < 240,
                    isGlued || parser.sees(where: { $0 == .more || $0 == .to || $0 == .that })
                else { return nil }
                return parser.minutes(amount.quarters / 4, from: start)
            }
            if let sum, Self.order(unit) >= Self.order(sum) { return nil }
            var quarters = amount.quarters
            // Matches `an hour and a half` or `1 tiếng rưỡi`.
            let isHalfMore = parser.take(.halfMore) || parser.takeAndAHalf()
            if isHalfMore { quarters += 2 }
            var length = ParsedDuration(quarters: quarters, of: unit)
            length.range = start..<parser.index
            guard unit == .hour || unit == .minute, quarters % 4 == 0, amount.isDigits else { return length }
            let isClockSign = parser.tokens[parser.index - 1].folded.hasPrefix("g") || parser.tokens[parser.index - 1].text == "h"
            if unit == .minute || isClockSign {
                length.asClock = ParsedClockTime(
                    hour: unit == .hour ? quarters / 4 : 0, minute: unit == .hour ? 0 : quarters / 4,
                    form: quarters / 4 > 12 || quarters == 0 ? .wholeDay : .bare, range: length.range)
            }
            return length
        }
    }

    private func minutes(_ count: Int, from start: Int) -> ParsedDuration {
        var length = ParsedDuration(quarters: count * 4, of: .minute)
        length.range = start..<index
        length.asClock = ParsedClockTime(hour: 0, minute: count, form: .minutes, range: length.range)
        return length
    }

    /// Parses an amount in quarters, so that halves are integers.
    private mutating func amount() -> (quarters: Int, isDigits: Bool)? {
        if let fraction = decimal() { return (fraction, true) }
        if let quarters = fractionInWords() { return (quarters, false) }
        let start = index
        if let digits = digits() {
            let count = min(digits.value, PhraseToken.maxNumber)
            let half = takeAndAHalf() ? 2 : 0
            return (count * 4 + half, half == 0)
        }
        if let number = numberInWords() {
            return (number * 4 + (takeAndAHalf() ? 2 : 0), false)
        }
        if take(.couple) { return (8, false) }
        if take(.article) { return (takeAndAHalf() ? 6 : 4, false) }
        // `tiếng rưỡi nữa` means one and a half hours.
        guard sees(where: { if case .unit = $0 { true } else { false } }), sees(1, where: { $0 == .halfMore }) else {
            index = start
            return nil
        }
        return (4, false)
    }

    /// Parses `1.5`, `1,5`, `2.25`.
    private mutating func decimal() -> Int? {
        attempt { parser in
            guard let whole = parser.digits(), parser.takeSign(".", ",", glued: true), let rest = parser.digits(glued: true)
            else {
                return nil
            }
            let quarters: Int? =
                switch (rest.value, rest.digits) {
                case (0, 1): 0
                case (5, 1), (50, 2): 2
                case (25, 2): 1
                case (75, 2): 3
                default: nil
                }
            return quarters.map { min(whole.value, PhraseToken.maxNumber) * 4 + $0 }
        }
    }

    /// Parses `half an`, `a half`, `nửa`, `a quarter of an`, `three quarters of an`.
    private mutating func fractionInWords() -> Int? {
        attempt { parser in
            let count = parser.attempt { parser -> Int? in
                guard let count = parser.numberInWords(), parser.token()?.text == "quarters" else { return nil }
                parser.index += 1
                return count
            }
            if let count {
                guard count < 4, parser.take(.of) || parser.take(.about), parser.take(.article) else { return nil }
                return count
            }
            let hasArticle = parser.take(.article)
            if parser.take(.quarter) {
                guard parser.take(.of) || parser.take(.about), parser.take(.article) else { return nil }
                return 1
            }
            guard parser.take(.half) else { return nil }
            if !hasArticle { _ = parser.take(.article) }
            return 2
        }
    }

    private mutating func takeAndAHalf() -> Bool {
        attempt { parser in
            guard parser.take(.and), parser.take(.article), parser.take(.half) else { return nil }
            return true
        } ?? false
    }

    mutating func takeUnit() -> PhraseUnit? {
        // `5'` means five minutes.
        if takeSign("'", "’", glued: true) { return .minute }
        return take { if case .unit(let unit) = $0 { unit } else { nil } }
    }

    private static func order(_ unit: PhraseUnit) -> Int {
        switch unit {
        case .second: 0
        case .minute: 1
        case .hour: 2
        case .day: 3
        case .week: 4
        case .fortnight: 5
        case .month: 6
        case .year: 7
        }
    }

    private static func order(_ length: ParsedDuration) -> Int { length.smallest.map(order) ?? 8 }
}

extension ParsedDuration {
    /// Creates a duration from quarters of a unit. Half a month is fifteen days, as people count it.
    init(quarters: Int, of unit: PhraseUnit) {
        self.init(range: 0..<0)
        let whole = quarters % 4 == 0
        if whole { single = (quarters / 4, unit) }
        smallest = unit
        switch unit {
        case .second: seconds = quarters / 4
        case .minute: seconds = quarters * 15
        case .hour: seconds = quarters * 900
        case .day: whole ? (days = quarters / 4) : (seconds = quarters * 21_600)
        case .week: whole ? (days = quarters / 4 * 7) : (seconds = quarters * 151_200)
        case .fortnight: days = quarters * 14 / 4
        case .month:
            months = quarters / 4
            days = quarters % 4 * 15 / 2
        case .year: months = quarters * 3
        }
    }

    static func joined(_ hours: ParsedClockTime, _ minutes: ParsedClockTime) -> ParsedClockTime? {
        guard hours.minute == 0, minutes.hour == 0 else { return nil }
        var clock = hours
        clock.minute = minutes.minute
        if clock.form == .bare { clock.form = .minutes }
        return clock
    }
}
