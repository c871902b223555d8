import ChatModel

extension DaySpan {
    /// Parses a day or range of days; returns `nil` and adds a diagnostic for anything else.
    init?(_ item: ListSettings.Item, _ diagnostics: DiagnosticCollector) {
        let ends = item.text.filter { $0 != " " }.split(separator: "..", omittingEmptySubsequences: false)
        let days = ends.compactMap(Self.day)
        guard let first = days.first, let last = days.last, days.count == ends.count, days.count <= 2,
            days.allSatisfy({ $0.isYearly == first.isYearly })
        else {
            diagnostics.error(
                "bad-date", "'\(item.text)' is not a day", at: item.position,
                suggestion: Self.repaired(item.text).map { "write \($0)" }
                    ?? "write 2026-01-01, 2026-01-28..2026-02-03, or --09-02 for every year")
            return nil
        }
        guard first.isYearly || first.day <= last.day else {
            diagnostics.error(
                "bad-date", "'\(item.text)' ends before it begins", at: item.position,
                suggestion: "write \(last.day)..\(first.day)")
            return nil
        }
        self.init(first: first.day, last: last.day, isYearly: first.isYearly)
    }

    /// Parses a day. Yearly days are stored in a leap year, so that 29 February is valid.
    private static func day(_ text: Substring) -> (day: Day, isYearly: Bool)? {
        let isYearly = text.hasPrefix("--")
        let parts = (isYearly ? text.dropFirst(2) : text).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == (isYearly ? [2, 2] : [4, 2, 2]) else { return nil }
        let numbers = parts.compactMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        guard numbers.count == parts.count,
            let day = Day(year: isYearly ? 2000 : numbers[0], month: numbers[numbers.count - 2], day: numbers[numbers.count - 1])
        else { return nil }
        return (day, isYearly)
    }

    /// Returns the day probably meant by `2/9/2026`, `2026/9/2`, `2.9.2026` or `09-02`; the day precedes the month, as in
    /// Vietnam.
    private static func repaired(_ text: String) -> String? {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
        switch numbers.count {
        case 3 where numbers[0] > 31:
            // 31 April was probably meant as the last day of the month.
            return (0...3).lazy.compactMap { Day(year: numbers[0], month: numbers[1], day: numbers[2] - $0)?.description }.first
        case 3: return Day(year: numbers[2], month: numbers[1], day: numbers[0])?.description
        case 2 where text.contains("-"):
            return Day(year: 2000, month: numbers[0], day: numbers[1]).map { "-" + $0.description.dropFirst(4) }
        case 2: return Day(year: 2000, month: numbers[1], day: numbers[0]).map { "-" + $0.description.dropFirst(4) }
        default: return nil
        }
    }
}
