import MezonModel

/// All that was said about when, before anybody looks at a clock or calendar.
struct ParsedTime: Hashable, Sendable {
    /// Something said, and by which tokens.
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

    /// What is wrong with it whatever the clock shows.
    struct ParseError: Hashable, Sendable {
        var reason: PhraseError.Reason
        var range: Range<Int>
    }

    /// Tokens, all of it.
    var range: Range<Int>
    var ahead: Placed<ParsedDuration>?
    /// The length by which it comes before the time that is said: `5 minutes before 3pm`.
    var lead: Placed<ParsedDuration>?
    var day: Placed<ParsedDay>?
    /// The weekday that was said beside a date.
    var weekday: Placed<Weekday>?
    var period: Placed<Period>?
    var part: Placed<DayPart>?
    var clocks: [ParsedClockTime] = []
    var rhythm: Placed<ParsedRecurrence>?
    var window: Placed<Window>?
    var end: Placed<End>?
    var starting: Placed<ParsedDay>?
    /// Calendars whose days are left out.
    var exceptions: [Range<Int>] = []
    /// Days of the week that are left out.
    var exceptWeekdays: Placed<[Weekday]>?
    var zone: Placed<String>?
    var flaw: ParseError?

    init(at index: Int) { range = index..<index }

    /// Whether it says a time of the day.
    var hasClock: Bool { !clocks.isEmpty || window != nil }

    /// Whether it says nothing but a time of the day.
    var isClockOnly: Bool { !clocks.isEmpty && ahead == nil && day == nil && period == nil && rhythm == nil && end == nil }

    /// Whether it says days, once or again and again, and nothing of a time of the day.
    var isDayOnly: Bool {
        clocks.isEmpty && ahead == nil && flaw == nil && (day != nil || period != nil || rhythm != nil) && !isElapsed
    }

    /// Whether it says days, once or again and again, or a part of the day, without a time.
    var lacksClock: Bool {
        clocks.isEmpty && window == nil && ahead == nil && (day != nil || period != nil || rhythm != nil || part != nil)
    }

    /// Whether its day is counted from today.
    var countsFromToday: Bool {
        if period != nil { return true }
        switch day?.value {
        case .offset: return true
        case .weekdays(_, _, let isRepeated): return !isRepeated && rhythm == nil
        default: return false
        }
    }

    /// Whether lengths of time are counted rather than days.
    var isElapsed: Bool { if case .elapsed? = rhythm?.value { true } else { false } }

    /// Whether it is to come again and again.
    var isRecurring: Bool {
        if rhythm != nil { return true }
        guard case .weekdays(_, _, let isRepeated) = day?.value else { return false }
        return isRepeated
    }

}
