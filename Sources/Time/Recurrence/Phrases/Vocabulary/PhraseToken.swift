import ChatModel

/// A word, number or sign of a text, with its range.
struct PhraseToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word
        /// Plain digits. Values above `maxNumber` are clamped to it.
        case number(Int, digits: Int)
        case sign(Character)
        case mention(PhraseMention.Subject)
        /// A quotation, a URL or a piece of code, whose content is not parsed.
        case opaque
    }

    var kind: Kind
    /// The text in lower case, composed, without invisible characters.
    var text: String
    /// The text without diacritics.
    var folded: String
    /// The range in the text, in UTF-16 units.
    var range: TextRange
    /// A Boolean value that indicates whether no space precedes the token.
    var followsDirectly: Bool
    /// A Boolean value that indicates whether it begins with a capital and continues in lower case.
    var isCapitalised = false
    /// A Boolean value that indicates whether it contains a lower-case letter.
    var isSmall = false

    /// A Boolean value that indicates whether it has diacritics, and so is fully spelled.
    var hasDiacritics: Bool { text != folded }

    var isMention: Bool { if case .mention = kind { true } else { false } }
    var isNumber: Bool { if case .number = kind { true } else { false } }

    static let maxNumber = 999_999_999
}
