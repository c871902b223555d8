/// One word, or several in quotation marks.
extension String: Argument {
    public static var label: LocalizedText { LocalizedText("word", vi: "từ") }
    public static var expects: LocalizedText {
        LocalizedText("a word, or several in \"…\"", vi: "một từ, hoặc nhiều từ trong \"…\"")
    }
    public static func read(_ reader: inout ArgumentReader) throws -> String? { try reader.word()?.text }
}
