/// A duration as written: months and days follow the calendar, the rest is elapsed time.
struct ParsedDuration: Hashable, Sendable {
    var months = 0
    var days = 0
    var seconds = 0
    /// The token range.
    var range: Range<Int>
    /// The count and the unit, if the duration is a whole number of one unit.
    var single: (count: Int, unit: PhraseUnit)?
    /// The unit that was written last.
    var smallest: PhraseUnit?
    /// A Boolean value that indicates whether it counts from today, as in `two weeks from today`, which is a day rather than a moment.
    var isFromToday = false
    /// The time of day that `2h`, `2h30` or `2 giờ` may also mean.
    var asClock: ParsedClockTime?

    var isZero: Bool { months == 0 && days == 0 && seconds == 0 }
    var isOfDays: Bool { seconds == 0 }

    static let maxMonths = 120
    static let maxDays = 3653
    static let maxSeconds = 3653 * 86_400

    /// A Boolean value that indicates whether the duration exceeds the limit for reminders.
    var isTooLong: Bool {
        months > Self.maxMonths || days > Self.maxDays || seconds > Self.maxSeconds
    }

    static func == (left: ParsedDuration, right: ParsedDuration) -> Bool {
        (left.months, left.days, left.seconds, left.range) == (right.months, right.days, right.seconds, right.range)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(range) }
}
