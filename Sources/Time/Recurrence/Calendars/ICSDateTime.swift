import ChatModel
import Foundation

/// A date or a date with a time as RFC 5545 writes it: `20261231`, `20261231T170000`, `20261231T100000Z`.
enum ICSDateTime: Hashable, Sendable {
    case day(Day)
    /// A local time in a time zone that is given elsewhere.
    case time(CivilTime)
    case instant(Date)

    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count >= 8, let year = LocatedWord.number(text.prefix(4)),
            let month = LocatedWord.number(text.dropFirst(4).prefix(2)),
            let number = LocatedWord.number(text.dropFirst(6).prefix(2)), let day = Day(year: year, month: month, day: number)
        else { return nil }
        if digits.count == 8 {
            self = .day(day)
            return
        }
        let rest = text.dropFirst(8)
        guard rest.utf8.count == 7 || (rest.utf8.count == 8 && rest.hasSuffix("Z")), rest.hasPrefix("T"),
            let clock = LocatedWord.number(rest.dropFirst().prefix(6)),
            // A leap second counts as the last second of its minute.
            let time = CivilTime(
                year: year, month: month, day: number, hour: clock / 10_000, minute: clock / 100 % 100,
                second: clock % 100 == 60 ? 59 : clock % 100)
        else { return nil }
        self = rest.hasSuffix("Z") ? .instant(Date(second: time.wall)) : .time(time)
    }
}
