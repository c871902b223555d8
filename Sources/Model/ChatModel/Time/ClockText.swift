/// A time of day in configuration files: `09:00`. The day ends at `24:00`.
package enum ClockText {
    /// The pattern for JSON Schema.
    package static let pattern = "^([01]?[0-9]|2[0-4]):[0-5][0-9]$"

    /// Parses a time of day; returns minutes from midnight, or `nil` if the text is none.
    package static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 24 * 60
        else { return nil }
        return hour * 60 + minute
    }

    package static func text(minutes: Int) -> String { twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60) }

    /// Returns a suggestion for a mistyped time: `9h30`, `9am`, `9.30`, `0900`.
    package static func hint(_ text: some StringProtocol) -> String {
        var rest = String(text).lowercased().filter { $0 != " " }[...]
        let half = ["am", "pm"].first { rest.hasSuffix($0) }
        if let half { rest = rest.dropLast(half.count) }
        if rest.allSatisfy(\.isNumber), rest.count == 4 { rest = rest.prefix(2) + ":" + rest.suffix(2) }
        let numbers = rest.split { !($0.isASCII && $0.isNumber) }.prefix(2).compactMap { Int($0) }
        guard var hour = numbers.first, hour <= 24 else {
            return rest.contains(":") ? "write \"23:59\" at the latest" : general
        }
        if half == "pm", hour < 12 { hour += 12 }
        if half == "am", hour == 12 { hour = 0 }
        let minute = numbers.dropFirst().first ?? 0
        guard minute < 60, hour * 60 + minute <= 24 * 60 else { return general }
        return "write \"\(Self.text(minutes: hour * 60 + minute))\""
    }

    package static let general = "write \"09:00\""

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
