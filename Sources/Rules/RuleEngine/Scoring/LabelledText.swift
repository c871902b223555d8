/// A text with a judgement of people: whether rules should act on it.
package struct LabelledText: Hashable, Sendable {
    /// The line of the file, beginning at 1.
    package var line: Int
    package var text: String
    package var isBad: Bool

    /// An error in a line of a file with labelled texts.
    package struct ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
        package let line: Int
        package let message: String
        package var description: String { "line \(line): \(message)" }
    }

    private static let maxTexts = 1_000_000

    /// Reads a file with a text on each line, all of the same label, with the same line breaks, tabs and comments as `read`.
    package static func read(_ file: String, allAre isBad: Bool) throws(ReadingError) -> [LabelledText] {
        var texts: [LabelledText] = []
        for (index, line) in file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard texts.count < maxTexts else {
                throw ReadingError(line: index + 1, message: "a file has at most \(maxTexts) texts")
            }
            texts.append(LabelledText(line: index + 1, text: unescaped(line), isBad: isBad))
        }
        return texts
    }

    /// Reads a file with a text, a tab and a label on each line. `\n` and `\t` in a text are a line break and a tab.
    ///
    /// Labels are `0` or `1`; `clean` or `bad`; `ham` or `spam`. Empty lines and those that begin with `#` are skipped.
    /// - Throws: `ReadingError` at the first line without a label.
    package static func read(_ file: String) throws(ReadingError) -> [LabelledText] {
        var texts: [LabelledText] = []
        for (index, line) in file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard texts.count < maxTexts else {
                throw ReadingError(line: index + 1, message: "a file has at most \(maxTexts) texts")
            }
            guard let tab = line.lastIndex(of: "\t") else {
                throw ReadingError(line: index + 1, message: "there is no tab; write the text, a tab and 0 (clean) or 1 (bad)")
            }
            let label = line[line.index(after: tab)...].lowercased().filter { !$0.isWhitespace }
            let isBad: Bool
            switch label {
            case "0", "clean", "ham", "ok": isBad = false
            case "1", "bad", "spam": isBad = true
            default:
                throw ReadingError(line: index + 1, message: "'\(label.prefix(20))' is not a label; write 0 (clean) or 1 (bad)")
            }
            texts.append(LabelledText(line: index + 1, text: unescaped(line[..<tab]), isBad: isBad))
        }
        return texts
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text.replacing("\\n", with: "\n").replacing("\\t", with: "\t"))
    }
}
