import Foundation

extension PhraseGenerator {
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let texts = [
        "call Lan", "pay the rent", "check the build", "buy 6 eggs", "order 3 pizzas for the team", "send the Q3 report",
        "stretch",
        "book room 12", "move the car", "ask Minh about the invoice", "water the plants", "reply to ticket 4512",
        "take out the trash",
    ]

    mutating func english() -> Request? {
        let text = pick(Self.texts)
        switch number(0...9) {
        case 0, 1: return englishLength(text)
        case 2, 3: return englishRecurrence(text)
        case 4: return englishLead(text)
        case 5:
            let said = chance(50) ? DayPhrase(words: "", day: today) : englishDay()
            let phrase = [pick(["end of day", "eod", "at end of day"]), said.words].filter { !$0.isEmpty }.joined(separator: " ")
            return request(englishOrder(phrase, text), at: moment(said.day, Clock(hour: 17, minute: 0)), text)
        default:
            let clock = clock(), said = englishDay()
            let time = englishClock(clock)
            return request(
                englishOrder(chance(60) ? "\(said.words) \(time)" : "\(time) \(said.words)", text), at: moment(said.day, clock),
                text)
        }
    }

    private mutating func englishOrder(_ when: String, _ text: String) -> String {
        switch number(0...4) {
        case 0: "remind me \(when) to \(text)"
        case 1: "remind me to \(text) \(when)"
        case 2: "\(when) remind me to \(text)"
        case 3: "\(when): \(text)"
        default: "pls remind me \(when) to \(text)"
        }
    }

    /// Returns a clock time with its half of the day.
    private mutating func englishClock(_ clock: Clock) -> String {
        let (hour, minute) = (clock.hour, clock.minute < 10 ? "0\(clock.minute)" : "\(clock.minute)")
        let half = hour < 12 ? "am" : "pm"
        let short = hour % 12 == 0 ? 12 : hour % 12
        let part = hour < 12 ? "in the morning" : hour < 18 ? "in the afternoon" : hour < 22 ? "in the evening" : "at night"
        var forms = ["at \(short):\(minute)\(half)", "at \(short):\(minute) \(half)", "\(short):\(minute)\(half)"]
        if hour > 12 { forms += ["at \(hour):\(minute)", "\(hour):\(minute)", "at \(hour):\(minute)"] }
        if hour < 10 { forms.append("at 0\(hour):\(minute)") }
        if clock.minute == 0 { forms += ["at \(short)\(half)", "\(short) \(half)", "at \(short) \(part)", "\(short)\(half)"] }
        if clock.minute == 30 { forms += ["at half past \(short) \(part)"] }
        if clock.minute == 15 { forms.append("at quarter past \(short) \(part)") }
        if clock.minute == 45, hour % 12 != 11 { forms.append("at quarter to \(short % 12 + 1) \(part)") }
        if hour == 12, clock.minute == 0 { forms += ["at noon", "noon"] }
        return pick(forms)
    }

    private mutating func englishDay() -> DayPhrase {
        let ahead = number(1...6), other = day(after: ahead)
        let name = Self.weekdays[weekday(other)]
        switch number(0...9) {
        case 0: return DayPhrase(words: "today", day: today)
        case 1, 2: return DayPhrase(words: pick(["tomorrow", "tmr", "tmrw"]), day: day(after: 1))
        case 3: return DayPhrase(words: pick(["the day after tomorrow", "day after tomorrow"]), day: day(after: 2))
        case 4, 5: return DayPhrase(words: pick(["on \(name)", name, "on \(name.prefix(3))", "this coming \(name)"]), day: other)
        case 6: return DayPhrase(words: "in \(ahead + 1) days", day: day(after: ahead + 1))
        case 7:
            let next = day(after: 7 - weekday(today) + number(0...6))
            return DayPhrase(words: "\(Self.weekdays[weekday(next)]) next week", day: next)
        case 8:
            let day = day(after: number(20...300))
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let (month, number) = (Self.months[(parts.month ?? 1) - 1], parts.day ?? 1)
            return DayPhrase(
                words: pick([
                    "on \(month) \(number)", "\(number) \(month)", "on \(month.prefix(3)) \(number)",
                    "\(month) \(ordinal(number))",
                ]),
                day: day)
        default:
            let number = number(1...28)
            return DayPhrase(words: "on the \(ordinal(number))", day: day(ofMonth: number) ?? .distantPast)
        }
    }

    private func ordinal(_ number: Int) -> String {
        let suffix = (11...13).contains(number) ? "th" : ["th", "st", "nd", "rd"].dropFirst(number % 10).first ?? "th"
        return "\(number)\(suffix)"
    }

    private mutating func englishLength(_ text: String) -> Request? {
        let minutes = pick([5, 10, 15, 20, 25, 40, 45]), hours = number(2...9)
        let (when, seconds): (String, Int) = pick([
            ("in \(minutes) minutes", minutes * 60), ("in \(minutes) min", minutes * 60),
            ("\(minutes) minutes from now", minutes * 60),
            ("in \(hours) hours", hours * 3600), ("in \(hours)h", hours * 3600), ("in an hour and a half", 5400),
            ("in half an hour", 1800), ("in \(hours) hours and \(minutes) minutes", hours * 3600 + minutes * 60),
            ("in \(hours)h\(minutes < 10 ? "0" : "")\(minutes)m", hours * 3600 + minutes * 60), ("in a quarter of an hour", 900),
        ])
        return request(englishOrder(when, text), at: now.addingTimeInterval(Double(seconds)), text)
    }

    private mutating func englishLead(_ text: String) -> Request? {
        let clock = clock(), said = englishDay(), minutes = pick([5, 10, 15, 30])
        let words = pick(["\(minutes) minutes", "\(minutes) min", minutes == 30 ? "half an hour" : "\(minutes) mins"])
        let when = moment(said.day, clock)
        let expected = when.addingTimeInterval(Double(-minutes * 60))
        guard when > now else { return nil }
        return request(
            chance(50)
                ? englishOrder("\(words) before \(englishClock(clock)) \(said.words)", text)
                : "\(text) \(said.words) \(englishClock(clock)), remind me \(words) before", at: expected, text)
    }

    private mutating func englishRecurrence(_ text: String) -> Request? {
        let clock = clock(), first = number(0...6), second = (first + number(1...6)) % 7
        let (one, two) = (Self.weekdays[first], Self.weekdays[second]), number = number(1...28)
        let calendar = calendar
        let of = { [self] (days: Set<Int>) in { (day: Date) in days.contains(self.weekday(day)) } }
        let recurrence = pick([
            RecurrencePhrase(words: "every day", fits: { _ in true }), RecurrencePhrase(words: "daily", fits: { _ in true }),
            RecurrencePhrase(words: "every \(one)", fits: of([first])), RecurrencePhrase(words: "\(one)s", fits: of([first])),
            RecurrencePhrase(words: "every \(one) and \(two)", fits: of([first, second])),
            RecurrencePhrase(words: "every weekday", fits: of([0, 1, 2, 3, 4])),
            RecurrencePhrase(words: "on weekends", fits: of([5, 6])),
            RecurrencePhrase(
                words: "every month on the \(ordinal(number))", fits: { calendar.component(.day, from: $0) == number }),
        ])
        return request(englishOrder("\(recurrence.words) \(englishClock(clock))", text), recurrence, at: clock, text)
    }
}
