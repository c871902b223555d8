import BotConfiguration
import ChatModel
import Foundation
import Recurrence

extension ConfigNode {
    /// Reads a wall-clock time such as `2026-01-07 22:30` in a time zone. A time in a DST gap becomes the first instant after the
    /// gap; an ambiguous time becomes the earlier instant.
    func moment(in zone: ZoneRules, _ diagnostics: DiagnosticCollector) -> Date? {
        civilTime(diagnostics).map { zone.instant(of: $0) }
    }

    /// Reads `2026-01-07 22:30`, or `2026-01-07` for midnight.
    func civilTime(_ diagnostics: DiagnosticCollector) -> CivilTime? {
        guard let text = text(diagnostics) else { return nil }
        let fields = text.split { $0 == "-" || $0 == " " || $0 == ":" || $0 == "T" }.map { Int($0) }
        let numbers = fields.compactMap(\.self)
        let isWhole =
            (text.count == 16 && fields.count == 5 || text.count == 10 && fields.count == 3) && numbers.count == fields.count
        guard isWhole,
            let time = CivilTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers.count > 3 ? numbers[3] : 0,
                minute: numbers.count > 4 ? numbers[4] : 0)
        else {
            diagnostics.error(
                "bad-moment", "'\(text)' is not a date and time", at: position, suggestion: Self.momentHint(text))
            return nil
        }
        return time
    }

    /// Returns a suggestion for `07/01/2036 09:00`, in which the day precedes the month as in Vietnam, and for a time without a date.
    private static func momentHint(_ text: String) -> String {
        let parts = text.split { $0 == " " || $0 == "T" }.map(String.init)
        let numbers = (parts.first ?? "").split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
        if parts.count == 1, let minutes = ClockText.minutes(text[...]) {
            return "write the date before it, or for every day every: day at \(ClockText.text(minutes: minutes))"
        }
        let clock = parts.dropFirst().first.map { ClockText.minutes($0[...]).map { " " + ClockText.text(minutes: $0) } } ?? ""
        let isYearFirst = (numbers.first ?? 0) > 31
        guard numbers.count == 3, let clock,
            let day = Day(year: numbers[isYearFirst ? 0 : 2], month: numbers[1], day: numbers[isYearFirst ? 2 : 0])
        else { return "write \"2026-01-07 22:30\"" }
        return "write \"\(day)\(clock)\""
    }
}
