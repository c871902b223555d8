extension Int: Argument {
    /// The label `number`.
    public static var label: LocalizedText { LocalizedText("number", vi: "số") }
    /// The phrase "a whole number".
    public static var expects: LocalizedText { LocalizedText("a whole number", vi: "một số nguyên") }

    /// Reads an integer.
    ///
    /// - Throws: `UsageError` for a number that does not fit.
    public static func read(_ reader: inout ArgumentReader) throws -> Int? {
        guard let word = try reader.word()?.text else { return nil }
        if let number = Int(word) { return number }
        let digits = word.first.map { "+-".contains($0) } == true ? word.dropFirst() : word[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        throw UsageError(LocalizedText("this number is too large", vi: "số này quá lớn"))
    }
}

extension Double: Argument {
    /// The label `number`.
    public static var label: LocalizedText { LocalizedText("number", vi: "số") }
    /// The phrase "a number".
    public static var expects: LocalizedText { LocalizedText("a number", vi: "một số") }

    /// Reads a number whose decimal separator is a point or a comma.
    ///
    /// - Throws: `UsageError` for a number that does not fit.
    public static func read(_ reader: inout ArgumentReader) throws -> Double? {
        guard let word = try reader.word()?.text, let number = NumberParser.number(word) else { return nil }
        guard number.isFinite else { throw UsageError(LocalizedText("this number is too large", vi: "số này quá lớn")) }
        return number
    }
}

/// A parser for numbers in everyday notation.
enum NumberParser {
    /// Parses digits with an optional sign and one decimal point or comma, and none of the other forms that Swift accepts.
    /// Infinite if too large.
    static func number(_ text: some StringProtocol) -> Double? {
        let unsigned = text.first.map { "+-".contains($0) } == true ? text.dropFirst() : text[...]
        let parts = unsigned.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let isNumber =
            (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        return isNumber ? Double(String(text.map { $0 == "," ? "." : $0 })) : nil
    }
}
