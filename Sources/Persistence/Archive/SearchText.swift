/// Text as the index of words sees it, before its tokenizer takes away case and marks.
enum SearchText {
    /// The tokenizer leaves `đ` as it is, because Unicode does not take it apart; and it would cut a word at what cannot be seen.
    static func folded(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x110, 0x111: folded.append("d")
            // The soft hyphen, zero-width spaces and joiners, marks of direction, the word joiner, the byte order mark.
            case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: continue
            default: folded.append(scalar)
            }
        }
        return String(folded)
    }
}
