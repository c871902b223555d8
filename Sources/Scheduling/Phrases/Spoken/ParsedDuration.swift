/// A length of time as it was said: months and days are counted by the calendar, the rest passes.
struct ParsedDuration: Hashable, Sendable {
    var months = 0
    var days = 0
    var seconds = 0
    /// Tokens
    var range: Range<Int>
    /// How many of which unit, where it is one unit and a whole number of it.
    var single: (count: Int, unit: PhraseUnit)?
    /// The unit that was said last.
    var smallest: PhraseUnit?
    /// `two weeks from today` is a day rather than a moment.
    var isFromToday = false
    /// `2h`, `2h30`, `2 giờ`: what may as well be a clock.
    var asClock: ParsedClockTime?

    var isZero: Bool { months == 0 && days == 0 && seconds == 0 }
    var isOfDays: Bool { seconds == 0 }

    static let longestMonths = 120
    static let longestDays = 3653
    static let longestSeconds = 3653 * 86_400

    /// More than anybody is reminded after.
    var isTooLong: Bool {
        months > Self.longestMonths || days > Self.longestDays || seconds > Self.longestSeconds
    }

    static func == (left: ParsedDuration, right: ParsedDuration) -> Bool {
        (left.months, left.days, left.seconds, left.range) == (right.months, right.days, right.seconds, right.range)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(range) }
}
