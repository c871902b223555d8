import MezonModel

/// A word, a number or a sign of what somebody wrote, and where it stands.
struct PhraseToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word
        /// Plain digits. What is larger than any number of the grammar is as large as the largest.
        case number(Int, digits: Int)
        case sign(Character)
        case mention(PhraseMention.Subject)
        /// A quotation, an address or a piece of code: nothing in it is about a time.
        case opaque
    }

    var kind: Kind
    /// In small letters, composed, without what shows nothing.
    var text: String
    /// The same without marks.
    var folded: String
    /// UTF-16 offsets in what was written.
    var range: TextRange
    /// Whether no space stands before it.
    var isGlued: Bool
    /// Whether it begins with a capital and goes on in small letters.
    var isCapitalised = false
    /// Whether it has a small letter.
    var isSmall = false

    /// Whether it has a mark, and so is spelt out rather than typed in a hurry.
    var isMarked: Bool { text != folded }

    var isMention: Bool { if case .mention = kind { true } else { false } }
    var isNumber: Bool { if case .number = kind { true } else { false } }

    static let largestNumber = 999_999_999
}
