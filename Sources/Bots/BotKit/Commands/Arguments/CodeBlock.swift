/// A code argument, marked as code by Mezon's editor or by backticks.
public struct CodeBlock: Argument, Hashable {
    /// The code, without backticks and without a final line break.
    public var code: String
    /// The language after the opening three backticks; empty if there is none.
    public var language: String

    /// The label `code`.
    public static var label: LocalizedText { LocalizedText("code", vi: "mã") }
    /// A phrase that asks for code between two fences.
    public static var expects: LocalizedText { LocalizedText("code between ``` and ```", vi: "mã nằm giữa ``` và ```") }

    /// Reads marked-up or backticked code.
    ///
    /// - Throws: `UsageError` if the backticks are not closed.
    public static func read(_ reader: inout ArgumentReader) throws -> CodeBlock? {
        reader.skipSpace()
        let text = reader.text
        if let markup = text.code(at: reader.position) {
            let marked = text.text(markup.range.start..<markup.range.end)
            reader.move(to: markup.range.end)
            // Older clients keep the backticks in the text.
            if let quoted = quoted(in: marked) { return quoted }
            return CodeBlock(code: marked, language: markup.attributes["language"]?.string ?? "")
        }
        guard reader.position < text.units.count, text.units[reader.position] == backquote else { return nil }
        let start = reader.position
        let isBlock = text.units[start...].prefix(3).count { $0 == backquote } == 3
        guard let end = close(in: text.units, from: start + (isBlock ? 3 : 1), length: isBlock ? 3 : 1) else {
            _ = reader.rest()
            throw UsageError(LocalizedText("this code block is not closed", vi: "đoạn mã này chưa được đóng"))
        }
        reader.move(to: end)
        return quoted(in: text.text(start..<end))
    }

    private static let backquote: UInt16 = 0x60

    /// Returns the position after the closing backticks, or nil if there are none.
    private static func close(in units: [UInt16], from start: Int, length: Int) -> Int? {
        var run = 0
        for index in units.indices.dropFirst(start) {
            run = units[index] == backquote ? run + 1 : 0
            if run == length { return index + 1 }
        }
        return nil
    }

    private static func quoted(in text: String) -> CodeBlock? {
        if text.count >= 6, text.hasPrefix("```"), text.hasSuffix("```") {
            let inner = text.dropFirst(3).dropLast(3)
            let first = inner.prefix { !$0.isNewline }
            let hasLanguage = first.count < inner.count && !first.contains(where: \.isWhitespace)
            let code = hasLanguage ? inner.dropFirst(first.count + 1) : inner
            return CodeBlock(
                code: code.last?.isNewline == true ? String(code.dropLast()) : String(code),
                language: hasLanguage ? String(first) : "")
        }
        guard text.count >= 2, text.hasPrefix("`"), text.hasSuffix("`") else { return nil }
        return CodeBlock(code: String(text.dropFirst().dropLast()), language: "")
    }
}
