/// A length of time of another system: seconds, or a text such as `10s`, `1h 30m` or `5` for minutes.
struct ForeignDelay: CustomStringConvertible {
    let seconds: Int

    private static let units = ["w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1]

    init?(_ text: String) {
        var seconds = 0
        var rest = text.lowercased().filter { $0 != " " }[...]
        guard !rest.isEmpty, rest.utf8.count <= 40 else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(letters.count)
            guard digits.utf8.count <= 9, let amount = Int(digits),
                let unit = Self.units[String(letters.prefix(1).isEmpty ? "m" : letters.prefix(1))]
            else { return nil }
            seconds += amount * unit
        }
        self.init(seconds: seconds)
    }

    /// Creates a delay of a second to ten years; `nil` for others.
    init?(seconds: Int) {
        guard (1...315_360_000).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    var description: String {
        for (unit, length) in [("d", 86_400), ("h", 3600), ("m", 60)] where seconds.isMultiple(of: length) {
            return "\(seconds / length)\(unit)"
        }
        return "\(seconds)s"
    }
}
