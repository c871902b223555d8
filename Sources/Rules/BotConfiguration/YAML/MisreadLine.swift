/// A line that YAML cannot read, and what its operator probably meant.
struct MisreadLine {
    /// The line without indentation.
    private let text: String
    private let indentation: Int
    /// The last line before it that is not blank.
    private let previous: String

    /// The keys whose value is often written on the same line.
    private static let containers: Set<String> = [
        "then", "otherwise", "when", "trigger", "in", "except", "if", "not", "cooldown",
    ]

    /// Longer lines are not written by hand.
    private static let maxLength = 500

    /// - Parameter number: The number of the line, counted from 1.
    init(_ lines: [[Unicode.Scalar]], _ number: Int) {
        func line(_ index: Int) -> String {
            lines.indices.contains(index) ? String(String.UnicodeScalarView(lines[index])) : ""
        }
        let whole = lines.indices.contains(number - 1) && lines[number - 1].count > Self.maxLength ? "" : line(number - 1)
        text = String(whole.drop { $0 == " " })
        indentation = whole.prefix { $0 == " " }.count
        let before = lines.indices.prefix(max(0, number - 1)).last { index in !lines[index].allSatisfy { $0 == " " } }
        previous = before.map(line) ?? ""
    }

    /// Returns the mistake in a line that has no key, with the offset at which it begins.
    func missingColon() -> (message: String, suggestion: String, offset: Int)? {
        if text.hasPrefix("//") {
            return ("'//' begins no comment in YAML", "write #\(text.dropFirst(2)) for a comment", 0)
        }
        if let found = text.firstMatch(of: /^((?:- +)?[\w.-]+)\s?：\s*(.*)$/) {
            return (
                "the colon here is a full-width one", "write \(found.output.1): \(found.output.2) with the colon ':'",
                found.output.1.count
            )
        }
        if let found = text.firstMatch(of: /^((?:- +)?[\w.-]+):\s*(\S.*)$/) {
            let hasSpace = text.dropFirst(found.output.1.count + 1).first?.isWhitespace == true
            return (
                hasSpace ? "the space after this colon is not a plain one" : "a space is missing after this colon",
                "write \(found.output.1): \(found.output.2), with a plain space after the colon",
                found.output.1.count + 1
            )
        }
        if let found = text.firstMatch(of: /^((?:- +)?[\w.-]+) *(?:=>|->|=) *(.*)$/) {
            return ("a key is followed by a colon", "write \(found.output.1): \(found.output.2)", 0)
        }
        return openedText().map { ("this line is not part of the text above", $0, 0) }
    }

    /// Returns a suggestion for a line that follows `key: |` without being indented.
    func openedText() -> String? {
        previous.contains(/(?:: |- )[|>][-+]?$/) ? "indent this line further than the key of its text" : nil
    }

    /// Returns a suggestion for a text that continues after the end of a value: `[Rule 1] Be kind`.
    func quotation() -> String? {
        guard let value = value(in: text), let first = value.first else { return nil }
        switch first {
        case "|", ">": return blockText(value)
        case "\"", "'":
            if value.last == ",", value.dropLast().last == first { return nil }
            if let found = value.wholeMatch(of: /["']([^"']*?) ?["'] *\+ *([\w.]+)/) {
                return "write \"\(found.output.1) {{ \(found.output.2) }}\""
            }
            guard value.count > 2, value.last == first else {
                return "put quotes around the whole text: \(ConfigNode.quoted(value))"
            }
            let inner = String(value.dropFirst().dropLast())
            return "the text ends at the second quote; write \(ConfigNode.quoted(inner))"
        case "[", "{", "*", "&": return "put quotes around the text: \(ConfigNode.quoted(value))"
        default: return nil
        }
    }

    /// Returns a suggestion for `then: reply: Hello`, `reply: Note: be kind`, and a key that is indented too far.
    ///
    /// - Parameter column: The index of the colon at which the parser stopped.
    func secondColon(at column: Int) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let isOwnColon = text.distance(from: text.startIndex, to: colon) + indentation == column
        if isOwnColon {
            let wanted = previous.prefix { $0 == " " || $0 == "-" }.count
            return wanted == indentation ? nil : "indent this line like the key above: \(wanted) spaces"
        }
        guard let value = value(in: text) else { return nil }
        let key = text.prefix { $0 != ":" }.drop { $0 == "-" || $0 == " " }
        if Self.containers.contains(String(key)), let found = value.wholeMatch(of: /([a-z_]+): (.+)/) {
            let argument = String(found.output.2)
            let isPlain = !argument.contains(where: { ",{}[]".contains($0) }) && !argument.contains(": ")
            return "write \(key): { \(found.output.1): \(isPlain ? argument : ConfigNode.quoted(argument)) }"
        }
        return "put quotes around a text that contains ': ': \(ConfigNode.quoted(value))"
    }

    /// Returns a suggestion for a value within brackets that contains brackets or a second colon.
    func inBrackets(at column: Int) -> String? {
        let scalars = Array(text.unicodeScalars)
        let stop = column - indentation
        guard scalars.indices.contains(stop) else { return nil }
        let before = String(String.UnicodeScalarView(scalars[..<stop]))
        let after = String(String.UnicodeScalarView(scalars[stop...]))
        if let key = before.firstMatch(of: /: ([a-z_]+)$/), let rest = after.firstMatch(of: /^: ([\w.-]+)/) {
            return "write { \(key.output.1): \(rest.output.1) }"
        }
        guard let start = before.firstMatch(of: /.*[\w"']: +/)?.range.upperBound, start < before.endIndex,
            !"\"'[{".contains(before[start])
        else { return nil }
        let value = Self.balanced(before[start...] + after)
        return value.contains(where: { "{[".contains($0) }) && !value.contains(": ")
            ? "put quotes around the text: \(ConfigNode.quoted(value))" : nil
    }

    /// Returns the text up to a comma or bracket that is not its own.
    private static func balanced(_ text: some StringProtocol) -> String {
        var depth = 0
        var result = ""
        for character in text {
            if "{[(".contains(character) { depth += 1 }
            if "}])".contains(character) { depth -= 1 }
            if depth < 0 || depth == 0 && character == "," { break }
            result.append(character)
        }
        return String(result.reversed().drop { $0 == " " }.reversed())
    }

    private func blockText(_ value: String) -> String {
        let rest = String(value.dropFirst())
        if value.wholeMatch(of: />=? *[\d.]+ *\w*%?/) != nil {
            return "put quotes around the comparison: \(ConfigNode.quoted(value))"
        }
        return "write \(ConfigNode.quoted(rest)), or write the text on the next line, indented"
    }

    /// Returns the text after the key, or after the dash of an item.
    private func value(in text: String) -> String? {
        guard let found = text.firstMatch(of: /^(?:- +)*[\w.-]+: +(.+)$|^(?:- +)+(.+)$/) else { return nil }
        return (found.output.1 ?? found.output.2).map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
}
