/// A parser of decimal numbers: digits, at most one point, an optional minus sign; no exponents, no `inf`.
enum DecimalParser {
    static func number(_ text: Substring) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        guard (1...16).contains(digits.utf8.count), digits.first != ".", digits.last != ".",
            digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    /// Formats a number, without `.0` after an integer.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    /// Returns a suggestion for `80%` and `0,8`, if the number is within the range.
    static func hint(_ text: String, in range: ClosedRange<Double>) -> String? {
        let isShare = text.hasSuffix("%")
        let digits = (isShare ? text.dropLast() : text[...]).replacing(",", with: ".")
        guard let number = number(digits[...]) else { return nil }
        return [isShare ? number / 100 : number, number / 100].first { range.contains($0) }.map { "write \(Self.text($0))" }
    }
}
