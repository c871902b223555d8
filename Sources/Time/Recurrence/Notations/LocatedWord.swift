import ChatModel

/// A piece of a text with its position.
struct LocatedWord: Hashable, Sendable {
    let text: String
    /// The columns in code points, counted from 0.
    let columns: Range<Int>

    /// Returns the pieces between separators, with or without empty ones.
    static func split(
        _ text: String, from column: Int = 0, omittingEmpty: Bool = true, at isSeparator: (Unicode.Scalar) -> Bool
    ) -> [LocatedWord] {
        var words: [LocatedWord] = []
        var word = String.UnicodeScalarView()
        var position = column
        for scalar in text.unicodeScalars {
            if isSeparator(scalar) {
                if !(omittingEmpty && word.isEmpty) {
                    words.append(LocatedWord(text: String(word), columns: (position - word.count)..<position))
                }
                word = String.UnicodeScalarView()
            } else {
                word.append(scalar)
            }
            position += 1
        }
        if !(omittingEmpty && word.isEmpty) {
            words.append(LocatedWord(text: String(word), columns: (position - word.count)..<position))
        }
        return words
    }

    func split(at separator: Unicode.Scalar) -> [LocatedWord] {
        Self.split(text, from: columns.lowerBound, omittingEmpty: false) { $0 == separator }
    }

    /// The value of a whole number in plain digits, at most nine of them; nil for anything else.
    var number: Int? { Self.number(text) }

    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    func error(_ message: String, suggestion: String? = nil) -> ScheduleSyntaxError {
        ScheduleSyntaxError(message, at: columns, suggestion: suggestion)
    }

    func unknown(_ message: String, among candidates: [String], else hint: String? = nil) -> ScheduleSyntaxError {
        let nearest = Spelling.nearest(to: text, among: candidates)
        return error(message, suggestion: nearest.map { "did you mean '\($0)'?" } ?? hint)
    }

    static let maxTextLength = 1000

    static func checkLength(_ text: String) throws(ScheduleSyntaxError) {
        guard text.unicodeScalars.count > maxTextLength else { return }
        throw ScheduleSyntaxError("a schedule has at most \(maxTextLength) characters", at: 0..<1)
    }
}
