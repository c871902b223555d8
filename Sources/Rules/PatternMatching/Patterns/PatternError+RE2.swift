extension PatternError {
    /// The suggestion for a literal character that looks like an operator.
    static let escaping = "write '\\' before an operator character to match it literally"

    /// Creates an error from a message of RE2, such as `invalid character class range: z-a`. If the part it names occurs in the
    /// original pattern, the error has that position; positions in the translated pattern are not meaningful.
    init(_ message: String, in source: String) {
        let all = Array(source.unicodeScalars)
        let part = message.firstRange(of: ": ").map { Array(message[$0.upperBound...].unicodeScalars) } ?? []
        let named = part.isEmpty || part.count == all.count ? nil : Self.offset(of: part, in: all)
        code = .invalid
        // Single repetitions above the limit were rejected before.
        self.message =
            message.contains("repetition size") ? "nested repetitions repeat more than 1000 times in total" : message
        offset = named ?? 0
        length = named == nil ? all.count : part.count
        suggestion = Self.hint(message, part)
    }

    private static func offset(of part: [Unicode.Scalar], in all: [Unicode.Scalar]) -> Int? {
        guard part.count <= all.count else { return nil }
        return (0...(all.count - part.count)).first { all[$0...].starts(with: part) }
    }

    private static func hint(_ message: String, _ part: [Unicode.Scalar]) -> String {
        if message.contains("too large") || message.contains("repetition size") { return "repeat it fewer times" }
        if message.contains("character class range"), part.count == 3 {
            return "write \(part[2])-\(part[0]), or '\\-' for a literal hyphen"
        }
        if message.contains("character class range") { return "write a class such as \\p{L}, or the characters themselves" }
        if message.contains("escape sequence"), let sign = part.last {
            return "write \(sign), or '\\\\' for a literal backslash"
        }
        return escaping
    }
}
