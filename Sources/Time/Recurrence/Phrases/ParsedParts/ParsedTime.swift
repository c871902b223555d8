import ChatModel

/// All parts of a time as written, before a clock or calendar resolves them.
struct ParsedTime: Hashable, Sendable {
    /// A value and the tokens that it was read from.
    struct Placed<Value: Hashable & Sendable>: Hashable, Sendable {
        var value: Value
        var range: Range<Int>
    }

    struct Period: Hashable, Sendable {
        var unit: DayRule.Unit
        var shift: Int
    }

    struct Window: Hashable, Sendable {
        var from: ParsedClockTime
        var to: ParsedClockTime
    }

    enum End: Hashable, Sendable {
        case count(Int)
        case length(ParsedDuration)
        case day(ParsedDay, Period?)
    }

    /// An error that does not depend on the current time.
    struct ParseError: Hashable, Sendable {
        var reason: PhraseError.Reason
        var range: Range<Int>
    }

    /// The token range of the whole time.
    var range: Range<Int>
    var delay: Placed<ParsedDuration>?
    /// The lead time before the time given: `5 minutes before 3pm`.
    var lead: Placed<ParsedDuration>?
    var day: Placed<ParsedDay>?
    /// The weekday next to a date.
    var weekday: Placed<Weekday>?
    var period: Placed<Period>?
    var partOfDay: Placed<DayPart>?
    var clocks: [ParsedClockTime] = []
    var recurrence: Placed<ParsedRecurrence>?
    var window: Placed<Window>?
    var end: Placed<End>?
    var starting: Placed<ParsedDay>?
    /// The calendars whose days are excepted.
    var exceptions: [Range<Int>] = []
    /// The weekdays that are excepted.
    var exceptWeekdays: Placed<[Weekday]>?
    var zone: Placed<String>?
    var error: ParseError?

    init(at index: Int) { range = index..<index }

    /// A Boolean value that indicates whether it contains a time of day.
    var hasClock: Bool { !clocks.isEmpty || window != nil }

    /// A Boolean value that indicates whether it consists of a time of day only.
    var isClockOnly: Bool { !clocks.isEmpty && delay == nil && day == nil && period == nil && recurrence == nil && end == nil }

    /// A Boolean value that indicates whether it contains days, once or recurring, and no time of day.
    var isDayOnly: Bool {
        clocks.isEmpty && delay == nil && error == nil && (day != nil || period != nil || recurrence != nil) && !isElapsed
    }

    /// A Boolean value that indicates whether it contains days, once or recurring, or a part of the day, without a time.
    var lacksClock: Bool {
        clocks.isEmpty && window == nil && delay == nil && (day != nil || period != nil || recurrence != nil || partOfDay != nil)
    }

    /// A Boolean value that indicates whether its day is counted from today.
    var countsFromToday: Bool {
        if period != nil { return true }
        switch day?.value {
        case .offset: return true
        case .weekdays(_, _, let isRepeated): return !isRepeated && recurrence == nil
        default: return false
        }
    }

    /// A Boolean value that indicates whether it recurs by elapsed time rather than by days.
    var isElapsed: Bool { if case .elapsed? = recurrence?.value { true } else { false } }

    /// A Boolean value that indicates whether it recurs.
    var isRecurring: Bool {
        if recurrence != nil { return true }
        guard case .weekdays(_, _, let isRepeated) = day?.value else { return false }
        return isRepeated
    }

}
