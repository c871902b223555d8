import ChatModel
import Foundation

/// Generates reminder requests from random meanings. Expected times are computed from the meaning with Foundation's calendar,
/// without the grammar or its civil time.
struct PhraseGenerator {
    struct Request: Sendable {
        var phrase: String
        /// The time, or the first three occurrences of a recurring request.
        var expected: [Date]
        var text: String
        var now: Date
        var zone: String
    }

    /// A random time of day.
    struct Clock {
        var hour: Int
        var minute: Int
    }

    /// The words for a day, and the day.
    struct DayPhrase {
        var words: String
        var day: Date
    }

    /// The words for a recurrence, and the days on which it occurs.
    struct RecurrencePhrase {
        var words: String
        var fits: (Date) -> Bool
    }

    var random: SplitMix64
    let calendar: Calendar
    let now: Date
    let zone: String

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        zone = ["Asia/Ho_Chi_Minh", "Asia/Ho_Chi_Minh", "Europe/Berlin"].randomElement(using: &random) ?? "UTC"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        calendar.firstWeekday = 2
        self.calendar = calendar
        // Between six in the morning and midnight on a day of the years 2025 to 2028.
        let day =
            calendar.date(from: DateComponents(year: 2025, month: 1, day: 1 + Int.random(in: 0..<1400, using: &random)))
            ?? .distantPast
        now =
            calendar.date(
                bySettingHour: Int.random(in: 6..<24, using: &random), minute: Int.random(in: 0..<60, using: &random), second: 0,
                of: day) ?? day
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &random)] }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Returns a time from four o'clock on, which no zone skips, at a multiple of five minutes.
    mutating func clock() -> Clock { Clock(hour: number(4...23), minute: pick([0, 0, 0, 30, 30, 15, 45, 5, 10, 20, 50])) }

    var today: Date { calendar.startOfDay(for: now) }

    /// Returns the weekday, where Monday is 0.
    func weekday(_ day: Date) -> Int { (calendar.component(.weekday, from: day) + 5) % 7 }

    func day(after days: Int) -> Date { calendar.date(byAdding: .day, value: days, to: today) ?? today }

    func moment(_ day: Date, _ clock: Clock) -> Date {
        calendar.date(bySettingHour: clock.hour, minute: clock.minute, second: 0, of: day) ?? day
    }

    func day(year: Int, month: Int, day: Int) -> Date? {
        let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
        return date.flatMap { calendar.component(.day, from: $0) == day ? $0 : nil }
    }

    /// Returns the next day with that number, in this month or in the first later month that has one; `nil` if it is today's
    /// number, which is ambiguous.
    func day(ofMonth number: Int) -> Date? {
        guard calendar.component(.day, from: today) != number else { return nil }
        return (1..<70).lazy.map { day(after: $0) }.first { calendar.component(.day, from: $0) == number }
    }

    /// Returns a request for a time in the future, or `nil`, because a past time would be rejected or mean another day.
    func request(_ phrase: String, at moment: Date, _ text: String) -> Request? {
        moment > now ? Request(phrase: phrase, expected: [moment], text: text, now: now, zone: zone) : nil
    }

    /// Returns a request with the first three occurrences of a recurrence at a time of day.
    func request(_ phrase: String, _ recurrence: RecurrencePhrase, at clock: Clock, _ text: String) -> Request? {
        let moments = (0..<800).lazy.map { day(after: $0) }.filter(recurrence.fits).map { moment($0, clock) }.filter { $0 > now }
        let expected = Array(moments.prefix(3))
        return expected.count == 3 ? Request(phrase: phrase, expected: expected, text: text, now: now, zone: zone) : nil
    }
}
