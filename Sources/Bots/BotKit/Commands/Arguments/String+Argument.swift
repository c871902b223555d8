/// A text argument: one word, or several in quotation marks.
extension String: Argument {
    /// The label `word`.
    public static var label: LocalizedText { LocalizedText("word", vi: "từ") }
    /// The phrase "a word, or several in "…"".
    public static var expects: LocalizedText {
        LocalizedText("a word, or several in \"…\"", vi: "một từ, hoặc nhiều từ trong \"…\"")
    }
    /// Reads one word or quoted text.
    ///
    /// - Throws: An error that points at the quotation if it is not closed.
    public static func read(_ reader: inout ArgumentReader) throws -> String? { try reader.word()?.text }
}
