import BotConfig
import Foundation

extension ConfigNode {
    /// `2026-01-07 22:30`, as clocks of a time zone show it.
    func moment(in zone: TimeZone, _ findings: Findings) -> Date? {
        guard let text = text(findings) else { return nil }
        let fields = text.split { $0 == "-" || $0 == " " || $0 == ":" || $0 == "T" }.map { Int($0) }
        let isWhole = text.count == 16 && fields.count == 5 && !fields.contains(nil)
        let numbers = fields.compactMap(\.self)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard isWhole, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), (0...23).contains(numbers[3]),
            (0...59).contains(numbers[4]),
            let date = calendar.date(
                from: DateComponents(year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4]))
        else {
            findings.error("bad-moment", "'\(text)' is not a moment", at: place, suggestion: "write \"2026-01-07 22:30\"")
            return nil
        }
        return date
    }
}
