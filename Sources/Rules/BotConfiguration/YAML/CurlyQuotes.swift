/// Typographic quotation marks, which some editors write instead of straight ones.
enum CurlyQuotes {
    static let opening: Set<Character> = ["“", "„", "”", "‘", "‚", "«"]
    static let closing: Set<Character> = ["”", "“", "’", "‘", "»"]

    /// Returns the text between the marks; `nil` for a text that is not wholly within such marks.
    static func content(of text: String) -> String? {
        guard text.count > 2, let first = text.first, let last = text.last, opening.contains(first), closing.contains(last) else {
            return nil
        }
        let inner = text.dropFirst().dropLast()
        return inner.contains { opening.contains($0) || "”»".contains($0) } ? nil : String(inner)
    }
}
