/// The two languages that `text: { language }` distinguishes, by a simple guess from letters and common words. It needs a few
/// words; names, links and single words often match neither.
enum DetectedLanguage: String, Hashable, Sendable, CaseIterable {
    case vi, en

    /// Determines the language that a text most resembles; `nil` if neither language prevails.
    init?(of text: String) {
        var vietnamese = 0
        var english = 0
        for word in text.prefix(Self.maxCharacters).lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }).prefix(200)
        {
            // English has no such letters, so one of them is stronger evidence than a common word.
            if word.unicodeScalars.contains(where: Self.isVietnamese) {
                vietnamese += 3
            } else if Self.vietnamese.contains(word) {
                vietnamese += 1
            } else if Self.english.contains(word) {
                english += 1
            }
        }
        guard vietnamese != english else { return nil }
        self = vietnamese > english ? .vi : .en
    }

    private static let maxCharacters = 2000  // Characters to examine; the language is not expected to change after them.

    /// Returns whether a scalar is specific to Vietnamese: `đ ă ơ ư`, a vowel with a tone, or a combining mark.
    private static func isVietnamese(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE0...0xE3, 0xE8...0xEA, 0xEC, 0xED, 0xF2...0xF5, 0xF9, 0xFA, 0xFD, 0x103, 0x111, 0x129, 0x169, 0x1A1, 0x1B0,
            0x1EA0...0x1EF9, 0x300, 0x301, 0x302, 0x303, 0x306, 0x309, 0x31B, 0x323:
            true
        default: false
        }
    }

    /// Common words as typed without diacritics. Words that exist in English are left out.
    private static let vietnamese = Set<Substring>([
        "khong", "ko", "duoc", "dc", "nguoi", "nhung", "cua", "toi", "ban", "minh", "anh", "chi", "va", "la", "thi", "ma", "roi",
        "nhe", "vay", "gi", "sao", "cho", "voi", "nay", "kia", "di", "vao", "ra", "len", "xuong", "lam", "biet", "muon", "can",
        "phai", "rat", "qua", "cung", "chua", "dang", "se", "hoi", "noi", "xem", "moi", "nao", "dau", "bao", "nhieu", "xin",
        "chao",
        "cam", "on", "tien", "ngay", "gio", "hom", "mai", "oi", "nha", "nua", "het", "duong", "viec", "hay", "neu", "vi",
    ]).subtracting(english)

    private static let english: Set<Substring> = [
        "the", "and", "you", "is", "are", "was", "this", "that", "these", "those", "for", "with", "have", "has", "had", "what",
        "when", "where", "who", "why", "how", "to", "of", "in", "it", "it's", "i", "i'm", "my", "me", "we", "our", "they", "your",
        "not", "don't", "can't", "will", "would", "should", "could", "do", "does", "did", "be", "been", "at", "from", "by", "but",
        "or", "if", "as", "a", "an", "on", "can", "so", "there", "here", "please", "thanks", "hello", "just", "like", "get",
        "all",
        "more", "some", "any", "new", "now", "out", "up", "about", "know", "want", "need", "go", "see", "free", "click", "join",
    ]
}
