/// A duration in everyday notation: `10m`, `1h30m`, `1h30`, `2 giờ`, `1 tiếng 30 phút`, `2 tiếng rưỡi`.
extension Duration: Argument {
    /// The label `time`.
    public static var label: LocalizedText { LocalizedText("time", vi: "thời gian") }
    /// The phrase "a duration (10m, 1h30m)".
    public static var expects: LocalizedText {
        LocalizedText("a duration (10m, 1h30m)", vi: "một khoảng thời gian (10m, 2 giờ)")
    }

    private static let longest = 10 * 365 * 86_400.0  // Beyond any sensible use.

    /// Reads a duration of one or more parts.
    ///
    /// - Throws: `UsageError` for more than ten years.
    public static func read(_ reader: inout ArgumentReader) throws -> Duration? {
        var seconds: Double?
        while true {
            let before = reader
            guard let length = try step(&reader) else {
                reader = before
                break
            }
            seconds = (seconds ?? 0) + length
        }
        guard let seconds else { return nil }
        guard seconds <= longest else {
            throw UsageError(LocalizedText("the maximum is ten years", vi: "khoảng này dài hơn mười năm"))
        }
        return .milliseconds(Int((seconds * 1000).rounded()))
    }

    /// Reads one number with its unit, written as one word or two; returns seconds.
    private static func step(_ reader: inout ArgumentReader) throws -> Double? {
        guard let word = try reader.word()?.text.lowercased() else { return nil }
        if let number = NumberParser.number(word), number >= 0 {
            guard let unit = try reader.word().flatMap({ units[$0.text.lowercased()] }) else { return nil }
            let afterUnit = reader
            if let half = try reader.word()?.text.lowercased(), ["rưỡi", "ruoi"].contains(half) { return (number + 0.5) * unit }
            reader = afterUnit
            return number * unit
        }
        return compact(word)
    }

    /// Parses `1h30m`, and `1h30`, where a final number without unit is in the next smaller unit.
    private static func compact(_ word: String) -> Double? {
        var rest = word[...]
        var seconds = 0.0
        var last: Double?
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            guard let number = NumberParser.number(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            guard let unit = letters.isEmpty ? last.flatMap({ smaller[$0] }) : units[String(letters)],
                rest.isEmpty || !letters.isEmpty
            else { return nil }
            // Each unit may occur once, in descending order.
            if let last, unit >= last { return nil }
            seconds += number * unit
            last = unit
        }
        return last == nil ? nil : seconds
    }

    private static let smaller: [Double: Double] = [3600: 60, 60: 1]

    private static let units: [String: Double] = {
        let words: [(Double, [String])] = [
            (1, ["s", "sec", "secs", "second", "seconds", "giây", "giay"]),
            (60, ["m", "min", "mins", "minute", "minutes", "p", "ph", "phút", "phut"]),
            (3600, ["h", "hr", "hrs", "hour", "hours", "giờ", "gio", "tiếng", "tieng"]),
            (86_400, ["d", "day", "days", "ngày", "ngay"]),
            (604_800, ["w", "wk", "week", "weeks", "tuần", "tuan"]),
        ]
        return Dictionary(uniqueKeysWithValues: words.flatMap { unit, names in names.map { ($0, unit) } })
    }()
}
