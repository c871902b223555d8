/// An answer that quotes a user's line in a code block, marks the error and explains it.
///
///     *roll 2x6
///           ^^^ dice such as 2d6 belong here
///     usage: *roll [dice]
struct UsageDiagnostic {
    let draft: Draft

    private static let maximum = 30  // Columns on either side of the mark: a phone shows about forty in total.

    init(_ usageError: LocatedUsageError, in text: CommandText, usage: String?, language: Language) {
        let units = text.units
        let start = min(usageError.range.lowerBound, text.units.count)
        // Only the first line of a range that spans several lines is shown.
        let lineStart = units[..<start].lastIndex(where: Self.isBreak).map { $0 + 1 } ?? 0
        let lineEnd = units[start...].firstIndex(where: Self.isBreak) ?? units.count
        let end = min(max(usageError.range.upperBound, start), lineEnd)

        var before = Self.shown(text.text(lineStart..<start))
        let word = Self.shown(text.text(start..<end))
        let marked = Self.beginning(of: word)
        let tail = Self.shown(text.text(end..<lineEnd))
        var after = marked.count < word.count ? [] : Self.beginning(of: tail)
        if marked.count + after.count < word.count + tail.count { after.append("…") }
        if Self.width(of: before) > 2 * Self.maximum { before = ["…"] + Self.ending(of: before) }
        // A missing argument is marked one space after the text.
        if usageError.range.isEmpty {
            while before.last == " " { before.removeLast() }
            before.append(" ")
            after = []
        }
        let line = String(before + marked + after)
        let mark =
            String(repeating: " ", count: Self.width(of: before)) + String(repeating: "^", count: max(1, Self.width(of: marked)))
        let label = language == .vi ? "cách dùng" : "usage"
        let last = usage.map { "\n\(label): \($0)" } ?? ""
        let block = "\(line.trimmingEnd)\n\(mark) \(usageError.wording.text(in: language))\(last)"
        draft = Draft(Content(block, markup: [Markup("pre", TextRange(0, block.utf16.count))]))
    }

    private static func isBreak(_ unit: UInt16) -> Bool { [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].contains(unit) }

    /// Returns a text in quotable form: all whitespace becomes single-column spaces, and invisible and direction-changing
    /// characters are removed.
    private static func shown(_ text: String) -> [Character] {
        text.compactMap { character in
            if character.unicodeScalars.allSatisfy({ $0.value <= 0xFFFF && CommandText.isSpace(UInt16($0.value)) }) { return " " }
            let visible = character.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                case .format: scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value)  // Part of emoji sequences.
                default: true
                }
            }
            return visible.isEmpty ? nil : String(String.UnicodeScalarView(visible)).first
        }
    }

    private static func beginning(of text: [Character]) -> [Character] {
        var width = 0
        return Array(
            text.prefix {
                width += columns(of: $0)
                return width <= maximum
            })
    }

    private static func ending(of text: [Character]) -> [Character] { beginning(of: text.reversed()).reversed() }

    private static func width(of text: [Character]) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

    /// Returns the number of columns that a character takes in a monospaced font.
    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
