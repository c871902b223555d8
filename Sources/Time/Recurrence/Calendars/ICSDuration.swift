/// A duration as RFC 5545 writes it: `P1W`, `P2DT3H`, `PT90M`.
enum ICSDuration {
    /// Returns the number of seconds; `nil` for anything else, and for durations that are zero, negative or longer than ten years.
    static func seconds(_ text: String) -> Int? {
        var rest = text.uppercased()[...]
        if rest.hasPrefix("+") { rest.removeFirst() }
        guard rest.hasPrefix("P") else { return nil }
        rest.removeFirst()
        var units: [(letter: Character, seconds: Int)] = [("W", 604_800), ("D", 86_400)]
        var sum = 0
        var isInTime = false
        while let letter = rest.first {
            if letter == "T", !isInTime, rest.count > 1 {
                isInTime = true
                units = [("H", 3600), ("M", 60), ("S", 1)]
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = LocatedWord.number(digits), let unit = rest.dropFirst(digits.count).first,
                let index = units.firstIndex(where: { $0.letter == unit })
            else { return nil }
            sum += number * units[index].seconds
            units.removeFirst(index + 1)
            rest = rest.dropFirst(digits.count + 1)
        }
        return sum > 0 && sum <= maximum ? sum : nil
    }

    private static let maximum = 10 * 366 * 86_400
}
