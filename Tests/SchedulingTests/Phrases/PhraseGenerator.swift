import Foundation
import MezonModel

/// Makes requests for reminders out of what they mean. Expected moments are reckoned with Foundation's calendar from the meaning that was
/// drawn; nothing of the grammar, nor of the civil time that it uses, takes part.
struct PhraseGenerator {
    struct Request: Sendable {
        var phrase: String
        /// The moment, or the first three of what comes again.
        var expected: [Date]
        var text: String
        var now: Date
        var zone: String
    }

    /// A time of the day that was drawn.
    struct Clock {
        var hour: Int
        var minute: Int
    }

    /// The words for a day, and the day.
    struct SaidDay {
        var words: String
        var day: Date
    }

    /// The words for a rhythm, and the days on which it comes.
    struct SaidRhythm {
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
        // Between six in the morning and midnight of some day of the years 2025 to 2028.
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

    /// Hours from four on, which no zone skips; every five minutes.
    mutating func clock() -> Clock { Clock(hour: number(4...23), minute: pick([0, 0, 0, 30, 30, 15, 45, 5, 10, 20, 50])) }

    var today: Date { calendar.startOfDay(for: now) }

    /// Monday is 0.
    func weekday(_ day: Date) -> Int { (calendar.component(.weekday, from: day) + 5) % 7 }

    func day(after days: Int) -> Date { calendar.date(byAdding: .day, value: days, to: today) ?? today }

    func moment(_ day: Date, _ clock: Clock) -> Date {
        calendar.date(bySettingHour: clock.hour, minute: clock.minute, second: 0, of: day) ?? day
    }

    func day(year: Int, month: Int, day: Int) -> Date? {
        let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
        return date.flatMap { calendar.component(.day, from: $0) == day ? $0 : nil }
    }

    /// The next day of such a number: of this month, or of the first after it that has one; `nil` for today's, which may be meant as well.
    func day(ofMonth number: Int) -> Date? {
        guard calendar.component(.day, from: today) != number else { return nil }
        return (1..<70).lazy.map { day(after: $0) }.first { calendar.component(.day, from: $0) == number }
    }

    /// A request for a moment that is ahead, or `nil`: one that has passed would be refused or be another day's.
    func request(_ phrase: String, at moment: Date, _ text: String) -> Request? {
        moment > now ? Request(phrase: phrase, expected: [moment], text: text, now: now, zone: zone) : nil
    }

    /// The first three moments of a rhythm at a time of the day.
    func request(_ phrase: String, _ rhythm: SaidRhythm, at clock: Clock, _ text: String) -> Request? {
        let moments = (0..<800).lazy.map { day(after: $0) }.filter(rhythm.fits).map { moment($0, clock) }.filter { $0 > now }
        let expected = Array(moments.prefix(3))
        return expected.count == 3 ? Request(phrase: phrase, expected: expected, text: text, now: now, zone: zone) : nil
    }
}
