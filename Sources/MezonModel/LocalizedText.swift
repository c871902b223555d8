/// What the house says in chats is said in one of these: `bot.locale` in `config.yaml`.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case en, vi
}

/// Words in every language of the house. A string literal is said in all of them.
///
///     Wording("a whole number", vi: "một số nguyên")
public struct LocalizedText: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
    public var en: String
    public var vi: String

    public init(_ en: String, vi: String) {
        self.en = en
        self.vi = vi
    }

    public init(stringLiteral value: String) { self.init(value, vi: value) }

    public func text(in language: Language) -> String {
        switch language {
        case .en: en
        case .vi: vi
        }
    }
}
