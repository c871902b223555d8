/// A language of the application's chat messages, set by `bot.locale` in `config.yaml`.
@nonexhaustive
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English, or Vietnamese.
    case en, vi
}

/// A text in every supported language. A string literal is used for all of them.
///
///     LocalizedText("a whole number", vi: "một số nguyên")
public struct LocalizedText: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
    /// The English text.
    public var en: String
    /// The Vietnamese text.
    public var vi: String

    /// Creates a text from its English and Vietnamese versions.
    public init(_ en: String, vi: String) {
        self.en = en
        self.vi = vi
    }

    /// Creates a text that is the same in all languages.
    public init(stringLiteral value: String) { self.init(value, vi: value) }

    /// Returns the text in a language.
    public func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .vi: vi
        }
    }
}
