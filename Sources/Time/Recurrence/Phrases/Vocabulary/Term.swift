import ChatModel

/// A meaning of one or several words in the grammar.
enum Term: Hashable, Sendable {
    // Parts of a request
    case politeness, verb, toWhom, audience(PhraseRecipient), that, about, particle
    // Connecting words
    case at, on, within, after, from, between, to, through, and, of, until, except, forSome, starting, before, ago, more,
        fromToday, every, once
    // Numbers
    case number(Int), ordinal(Int), article, half, halfMore, quarter, couple, less, past, minutesTo, exactly
    // Durations
    case unit(PhraseUnit), times
    // Days
    case day(Int), weekday(Weekday), weekdays([Weekday]), weekdayWord, workdays, weekend, weekends, dayWord, monthWord, yearWord,
        month(Int)
    case edge(PhraseBoundary), cardinalEdge(PhraseBoundary), next, coming, this, last, pastWeek
    /// `alternateDays`: every other day, `cách ngày`.
    case other, alternateDays
    case period(DayRule.Unit, Int)
    // Clocks
    case hourSign, hourWord, oClock, minuteWord, am, pm, part(DayPart), partOfToday(DayPart), noon, midnight, endOfDay
    // Recurrences
    case each(DayRule.Unit), hourly
    // Time zones and calendars
    case zoneWord, place(String), abbreviatedZone, utc, holidays
    // Commands
    case command(ReminderCommand)
    // Unsupported or vague times
    case lunar, lunarDay, vague, yesterday
}

extension Term {
    var isPart: Bool { if case .part = self { true } else { false } }

    /// A Boolean value that indicates whether a time of day may begin with the term.
    var isTime: Bool { self == .at || isPart }
}

/// The units of duration in phrases.
enum PhraseUnit: Hashable, Sendable {
    case second, minute, hour, day, week, fortnight, month, year
}

/// The beginning or end of a period of days.
enum PhraseBoundary: Hashable, Sendable {
    case startOfMonth, endOfMonth, endOfYear, startOfWeek
}

/// The parts of the day that determine the meaning of clock times.
enum DayPart: Hashable, Sendable {
    case earlyMorning, morning, noon, afternoon, evening, night
}
