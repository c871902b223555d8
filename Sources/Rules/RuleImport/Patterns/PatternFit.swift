/// The part of a text that a pattern has to match.
enum PatternFit: Hashable {
    case anywhere, word, start, end
    /// The whole text.
    case whole
    /// The whole text, but for punctuation and spaces at its ends.
    case wholeWords

    /// Returns a pattern that fits accordingly.
    ///
    /// - Parameter isDotted: A Boolean value that indicates whether a `.` of the pattern matches the end of a line, too.
    func pattern(_ inner: String, isDotted: Bool) -> String {
        func group() -> String { isDotted ? "(?s:\(inner))" : "(?:\(inner))" }
        return switch self {
        case .anywhere: isDotted ? group() : inner
        case .word: "\\b\(group())\\b"
        case .start: "^\(group())"
        case .end: "\(group())$"
        case .whole: "^\(group())$"
        case .wholeWords: "^\\W*\(group())\\W*$"
        }
    }
}
