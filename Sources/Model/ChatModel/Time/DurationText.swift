/// A duration in configuration files: `10s`, `5m`, `2h`, `7d`, `2w`, or several parts in descending order, `1h30m`.
package enum DurationText {
    private static let units: [(letter: Character, seconds: Int)] = [
        ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    /// The pattern for JSON Schema.
    package static let pattern = "^([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?$"

    /// The maximum in seconds: longer than any rule waits, and far from an overflow.
    package static let longest = 520 * 604_800

    /// Parses a duration in seconds; returns `nil` if the text is none, or for more than ten years.
    package static func seconds(_ text: Substring) -> Int? {
        var rest = text
        var open = units[...]
        var sum = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let number = Int32(digits), let letter = rest.dropFirst(digits.count).first,
                let index = open.firstIndex(where: { $0.letter == letter })
            else { return nil }
            sum += Int(number) * units[index].seconds
            open = open[(index + 1)...]
            rest = rest.dropFirst(digits.count + 1)
        }
        return text.isEmpty || sum > longest ? nil : sum
    }

    /// Formats a duration in the shortest form.
    package static func text(seconds: Int) -> String {
        var rest = seconds
        var text = ""
        for unit in units where rest >= unit.seconds {
            text += "\(rest / unit.seconds)\(unit.letter)"
            rest %= unit.seconds
        }
        return text.isEmpty ? "0s" : text
    }

    /// Returns a suggestion for a mistyped duration.
    package static func hint(_ text: some StringProtocol) -> String {
        let lowered = String(text).lowercased().filter { $0 != " " }
        if let meant = spans[lowered] { return "write \(meant)" }
        if lowered.hasPrefix("-"), seconds(lowered.dropFirst()) != nil { return "write \(lowered.dropFirst())" }
        let digits = lowered.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let word = String(lowered.dropFirst(digits.count))
        guard let number = Double(digits.replacing(",", with: ".")), number.isFinite else { return general }
        if word.isEmpty { return "write \(digits)s, \(digits)m, \(digits)h or \(digits)d" }
        if ["ms", "msec", "millis", "milliseconds"].contains(word) { return "write whole seconds: 1s is the shortest" }
        let days = ["mo": 30, "month": 30, "months": 30, "y": 365, "yr": 365, "year": 365, "years": 365][word]
        if let days, number >= 1, number <= 10 { return "write \(Int(number * Double(days)))d" }
        let seconds = units.first { unit in meanings[unit.letter]?.contains(word) == true }.map(\.seconds)
        guard let seconds, (1...Double(longest)).contains(number * Double(seconds)) else { return general }
        return "write \(Self.text(seconds: Int((number * Double(seconds)).rounded())))"
    }

    private static let spans = [
        "minutely": "1m", "hourly": "1h", "daily": "24h", "nightly": "24h", "weekly": "7d", "monthly": "30d", "day": "24h",
        "hour": "1h", "minute": "1m", "week": "7d",
    ]

    package static let general = "write 30s, 10m, 2h, 7d, 2w or 1h30m"

    private static let meanings: [Character: [String]] = [
        "s": ["s", "sec", "secs", "second", "seconds", "giây"],
        "m": ["m", "min", "mins", "minute", "minutes", "phút"],
        "h": ["h", "hr", "hrs", "hour", "hours", "giờ", "tiếng"],
        "d": ["d", "day", "days", "ngày"],
        "w": ["w", "wk", "week", "weeks", "tuần"],
    ]
}
