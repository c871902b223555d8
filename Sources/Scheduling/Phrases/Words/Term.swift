import MezonModel

/// What a word or a few of them may mean to the grammar.
enum Term: Hashable, Sendable {
    // Around the request
    case politeness, verb, toWhom, audience(PhraseRecipient), that, about, particle
    // Joints
    case at, on, within, after, from, between, to, through, and, of, until, except, forSome, starting, before, ago, more,
        fromToday, every, once
    // Numbers
    case number(Int), ordinal(Int), article, half, halfMore, quarter, couple, less, past, minutesTo, exactly
    // Lengths
    case unit(PhraseUnit), times
    // Days
    case day(Int), weekday(Weekday), weekdays([Weekday]), weekdayWord, workdays, weekend, weekends, dayWord, monthWord, yearWord,
        month(Int)
    case edge(PhraseBoundary), cardinalEdge(PhraseBoundary), next, coming, this, last, pastWeek
    /// `alternate`: every other day, cách ngày.
    case other, alternateDays
    case period(DayRule.Unit, Int)
    // Clocks
    case hourSign, hourWord, oClock, minuteWord, am, pm, part(DayPart), partOfToday(DayPart), noon, midnight, endOfDay
    // Rhythms
    case each(DayRule.Unit), hourly
    // Zones and calendars
    case zoneWord, place(String), abbreviatedZone, utc, holidays
    // What is asked of reminders there are
    case command(ReminderCommand)
    // What is not read
    case lunar, lunarDay, vague, yesterday
}

extension Term {
    var isPart: Bool { if case .part = self { true } else { false } }

    /// Whether a time of the day begins with it.
    var isTime: Bool { self == .at || isPart }
}

/// Units of length, as they are said.
enum PhraseUnit: Hashable, Sendable {
    case second, minute, hour, day, week, fortnight, month, year
}

/// An end of a longer stretch of days.
enum PhraseBoundary: Hashable, Sendable {
    case startOfMonth, endOfMonth, endOfYear, startOfWeek
}

/// The parts of the day that clocks are read by.
enum DayPart: Hashable, Sendable {
    case earlyMorning, morning, noon, afternoon, evening, night
}
