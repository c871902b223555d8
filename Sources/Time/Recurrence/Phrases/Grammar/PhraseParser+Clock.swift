extension PhraseParser {
    /// Parses a time of day: `at 9`, `17:30`, `5 pm`, `9h30 sáng`, `11 giờ kém 15`, `half past three`, `noon`.
    mutating func clock() -> ParsedClockTime? {
        attempt { (parser: inout PhraseParser) -> ParsedClockTime? in
            let isSaid = parser.takeClockMarker()
            var hasMarker = isSaid
            let start = parser.index
            guard var clock = parser.namedClock(&hasMarker) ?? parser.clockInWords(&hasMarker) ?? parser.numericClock(&hasMarker)
            else {
                return nil
            }
            let place = parser.index
            if clock.part == nil, !parser.sees(where: { if case .partOfToday = $0 { true } else { false } }) {
                clock.part = parser.take { if case .part(let part) = $0 { part } else { nil } }
            }
            if parser.index > place, ["in", "at", "of"].contains(parser.tokens[place].text) { hasMarker = true }
            _ = parser.take(.exactly)
            // A number next to a part of the day more often belongs to something else: `gặp chị Hai sáng mai`, `lớp 3 chiều mai`.
            guard hasMarker, parser.isAtBoundary else { return nil }
            if isSaid || clock.part != nil { clock.isHalfAlone = false }
            // `at 10 to 5` does not mean ten o'clock.
            if clock.form == .bare, parser.sees(.minutesTo), parser.token(1)?.isNumber == true { return nil }
            // Without diacritics, `sau gio lam` means after work, not six o'clock.
            if parser.tokens[start].text == "sau", !isSaid, clock.part == nil { return nil }
            clock.range = start..<parser.index
            return clock
        }
    }

    private mutating func takeClockMarker() -> Bool {
        let isExact = take(.exactly)
        var found = false
        while take(.at) { found = true }
        return take(.exactly) || found || isExact
    }

    private mutating func namedClock(_ hasMarker: inout Bool) -> ParsedClockTime? {
        if take(.endOfDay) {
            hasMarker = true
            return ParsedClockTime(hour: Self.endOfWork, minute: 0, form: .endOfDay, range: 0..<0)
        }
        let isMidnight = take(.midnight)
        guard isMidnight || take(.noon) else { return nil }
        hasMarker = true
        return isMidnight
            ? ParsedClockTime(hour: 0, minute: 0, form: .midnight, part: .night, range: 0..<0)
            : ParsedClockTime(hour: 12, minute: 0, form: .wholeDay, part: .noon, range: 0..<0)
    }

    private static let endOfWork = 17

    /// Parses a time that begins with a number in digits or words.
    private mutating func numericClock(_ hasMarker: inout Bool) -> ParsedClockTime? {
        let start = index
        let digits = digits()
        guard let hour = digits?.value ?? numberInWords() else { return nil }
        var clock = ParsedClockTime(hour: hour, minute: 0, form: hour > 12 || hour == 0 ? .wholeDay : .bare, range: start..<index)
        if digits?.digits == 2, hour < 10 { clock.form = .wholeDay }
        if digits != nil, let minute = minutesAfterSign() {
            clock.minute = minute.value
            if minute.sign == "." {
                guard sees(.am) || sees(.pm) else { return nil }
            }
            if clock.form == .bare { clock.form = .minutes }
            hasMarker = true
        } else if takeHourSign() {
            hasMarker = true
            readMinutes(into: &clock)
        } else if take(.oClock) {
            hasMarker = true
        } else if takeHalfMore() {
            clock.minute = 30
            if clock.form == .bare { clock.form = .minutes }
            // `2 rưỡi triệu` is an amount.
            guard token().map({ !Self.measured.contains($0.text) }) ?? true else { return nil }
            clock.isHalfAlone = true
            hasMarker = true
        } else if digits == nil, hour <= 12, let minute = minutesInWords() {
            clock.minute = minute
            if clock.form == .bare { clock.form = .minutes }
        } else if let next = token(), case .number(let minute, digits: 2) = next.kind, minute < 60 {
            // `at 11 30` does not mean eleven o'clock.
            return nil
        }
        if takeHalf(of: &clock) { hasMarker = true }
        return clock
    }

    /// Takes `rưỡi`, or `r` as in `8r`.
    private mutating func takeHalfMore() -> Bool {
        if token()?.text == "r", token()?.followsDirectly == true {
            index += 1
            return true
        }
        return take(.halfMore)
    }

    /// Parses the minutes of `eleven thirty` or `nine forty-five`.
    private mutating func minutesInWords() -> Int? {
        attempt { parser in
            guard let minute = parser.numberInWords(), (10..<60).contains(minute), minute % 5 == 0 else { return nil }
            return minute
        }
    }

    private mutating func minutesAfterSign() -> (value: Int, sign: Character)? {
        attempt { parser in
            guard case .sign(let sign)? = parser.token()?.kind, parser.token()?.followsDirectly == true,
                sign == ":" || sign == "."
            else {
                return nil
            }
            parser.index += 1
            guard let minute = parser.digits(glued: true), minute.digits == 2 else { return nil }
            return (minute.value, sign)
        }
    }

    /// Takes `h`, `g` or `giờ`, but not the `hours` of a duration.
    private mutating func takeHourSign() -> Bool { take(.hourSign) }

    /// Parses minutes: `30`, `30 phút`, `rưỡi`, `kém 15`.
    private mutating func readMinutes(into clock: inout ParsedClockTime) {
        if take(.halfMore) {
            clock.minute = 30
        } else if let less: Int = attempt({ parser in
            guard parser.take(.less), let minutes = parser.number(), (1..<60).contains(minutes) else { return nil }
            _ = parser.take(.minuteWord)
            return minutes
        }) {
            clock.hour -= 1
            clock.minute = 60 - less
            // A quarter to one is in the same half of the day as one o'clock.
            if clock.hour == 0, clock.form == .bare { clock.hour = 12 }
        } else if let minute: Int = attempt({ parser in
            let isGlued = parser.token()?.followsDirectly == true
            guard let minute = parser.number() else { return nil }
            let hasWord = parser.take(.minuteWord)
            // Accepts `9 giờ 15`, but not `9 giờ 3 người`.
            guard isGlued || hasWord || parser.isMinuteAlone(minute) else { return nil }
            return minute
        }) {
            clock.minute = minute
        } else {
            return
        }
        if clock.form == .bare { clock.form = .minutes }
    }

    /// Returns a Boolean value that indicates whether a number after an hour may be its minutes without a unit.
    private func isMinuteAlone(_ minute: Int) -> Bool {
        guard minute < 60, minute % 5 == 0 else { return false }
        guard let next = token() else { return true }
        switch next.kind {
        case .word: return !Self.counted.contains(next.text) && isAtBoundary
        case .sign: return isAtBoundary
        default: return false
        }
    }

    /// Nouns before which a number counts things rather than minutes: `9 giờ 15 người tới`.
    static let counted: Set<String> = [
        "người", "cái", "chiếc", "bạn", "em", "con", "quả", "phần", "suất", "vé", "bài", "đơn", "triệu", "nghìn", "ngàn", "k",
        "tờ",
        "cuốn", "hộp", "chai", "ly", "viên", "khách", "lần", "giây", "nguoi", "cai", "chiec", "qua", "phan", "suat", "bai", "don",
        "trieu", "nghin", "ngan", "khach", "lan", "giay", "vien",
    ]

    /// Units with which `2 rưỡi` is an amount rather than a time.
    private static let measured: Set<String> = [
        "triệu", "nghìn", "ngàn", "k", "kg", "ký", "cân", "lít", "mét", "củ", "tỷ", "tỉ", "trăm", "trieu", "nghin", "ngan", "ky",
        "lit", "met", "tram",
    ]

    private mutating func takeHalf(of clock: inout ParsedClockTime) -> Bool {
        let half: ParsedClockTime.Form? = attempt { parser in
            // `15 âm lịch` without diacritics is not a time before noon.
            if parser.sees(.lunar) { return nil }
            if let form: ParsedClockTime.Form = parser.take({ $0 == .am ? .am : $0 == .pm ? .pm : nil }) { return form }
            // Matches `p.m.`.
            guard let word = parser.token()?.text, word == "a" || word == "p" else { return nil }
            parser.index += 1
            guard parser.takeSign(".", glued: true), parser.token()?.text == "m", parser.token()?.followsDirectly == true else {
                return nil
            }
            parser.index += 1
            _ = parser.takeSign(".", glued: true)
            return word == "a" ? .am : .pm
        }
        guard let half else { return false }
        clock.form = half
        return true
    }

    /// Parses `half past three`, `a quarter to eleven`, `ten past nine`, `20 minutes to 5 pm`.
    private mutating func clockInWords(_ hasMarker: inout Bool) -> ParsedClockTime? {
        let clock: ParsedClockTime? = attempt { parser in
            _ = parser.take(.article)
            guard let minutes = parser.take({ $0 == .half ? 30 : $0 == .quarter ? 15 : nil }) ?? parser.wordedMinutes() else {
                return nil
            }
            let isPast = parser.take(.past)
            guard isPast || minutes < 30 && parser.take(.minutesTo) else { return nil }
            if parser.take(.noon) {
                return ParsedClockTime(
                    hour: isPast ? 12 : 11, minute: isPast ? minutes : 60 - minutes, form: .wholeDay, range: 0..<0)
            }
            guard let hour = parser.number(), (1...12).contains(hour) else { return nil }
            let before = hour == 1 ? 12 : hour - 1
            return ParsedClockTime(
                hour: isPast ? hour : before, minute: isPast ? minutes : 60 - minutes, form: .minutes, range: 0..<0)
        }
        guard var clock else { return nil }
        hasMarker = true
        if clock.form == .minutes { _ = takeHalf(of: &clock) }
        return clock
    }

    /// Parses minutes in words or with a unit, because `at 10 to 5` has other meanings.
    private mutating func wordedMinutes() -> Int? {
        attempt { parser in
            let inWords = parser.numberInWords()
            guard let minutes = inWords ?? parser.digits()?.value, (1..<60).contains(minutes) else { return nil }
            let hasWord = parser.take(.minuteWord)
            return inWords != nil || hasWord ? minutes : nil
        }
    }
}
