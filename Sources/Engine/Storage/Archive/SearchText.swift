/// Text normalized for the full-text index, before its tokenizer removes case and diacritics.
enum SearchText {
    /// Folds `đ` to `d` and removes invisible characters. The tokenizer keeps `đ`, which Unicode does not decompose, and would
    /// split words at invisible characters.
    static func folded(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x110, 0x111: folded.append("d")
            // The soft hyphen, zero-width spaces and joiners, direction marks, the word joiner, the byte order mark.
            case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: continue
            default: folded.append(scalar)
            }
        }
        return String(folded)
    }
}
