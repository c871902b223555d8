/// What a template may do to a value.
enum TemplateFilter: Hashable, Sendable {
    case upper, lower
    /// At most so many characters; the last is `…` where some were left out.
    case truncate(Int)
    /// “Between quotation marks”
    case quote
    /// One line, without characters that nobody sees or that turn the text around.
    case escape
    /// `tiếng Việt` as `tieng Viet`
    case unaccent
    /// `09:05` and `2026-03-14` of a moment, in the bot's time zone.
    case time, date
    /// `5 minutes ago`
    case ago
    /// The items of a list with this between them.
    case join(String)
    /// One word for one, and another for more.
    case plural(String, String)
    /// Another text where there is none.
    case `default`(String)
    /// A person who is notified.
    case mention
    /// A channel or a message that one can go to.
    case link
    /// Text as somebody wrote it, its links working.
    case raw

    static let names = [
        "mention", "link", "time", "date", "ago", "upper", "lower", "truncate", "quote", "escape", "join", "plural", "default",
        "vn_unaccent", "raw",
    ]

    /// `nil` where the argument does not suit the name.
    init?(_ name: String, argument: String?) {
        switch (name, argument) {
        case ("upper", nil): self = .upper
        case ("lower", nil): self = .lower
        case ("quote", nil): self = .quote
        case ("escape", nil): self = .escape
        case ("vn_unaccent", nil): self = .unaccent
        case ("time", nil): self = .time
        case ("date", nil): self = .date
        case ("ago", nil): self = .ago
        case ("mention", nil): self = .mention
        case ("link", nil): self = .link
        case ("raw", nil): self = .raw
        case ("truncate", let argument?):
            guard let count = Int(argument), (1...10_000).contains(count) else { return nil }
            self = .truncate(count)
        case ("join", let argument?): self = .join(Self.unquoted(argument))
        case ("plural", let argument?):
            let words = argument.split(separator: ",", maxSplits: 1).map { Self.unquoted(String($0).trimmingSpaces) }
            guard words.count == 2 else { return nil }
            self = .plural(words[0], words[1])
        case ("default", let argument?): self = .default(Self.unquoted(argument))
        default: return nil
        }
    }

    /// How it is written, for those who wrote it otherwise.
    static let examples = [
        "truncate": "truncate: 40", "default": "default: text", "join": "join: \", \"", "plural": "plural: strike, strikes",
    ]

    /// The kinds of value that it takes; nil for all, as text.
    var takes: Set<TemplateValue.Kind>? {
        switch self {
        case .time, .date, .ago: [.moment]
        case .join: [.list]
        case .plural: [.number, .text]
        case .mention: [.person]
        case .link: [.channel, .message]
        case .upper, .lower, .truncate, .quote, .escape, .unaccent, .default, .raw: nil
        }
    }

    /// Whether what comes out is no text any more, so that only `default` may follow.
    var ends: Bool {
        switch self {
        case .mention, .link, .raw: true
        default: false
        }
    }

    /// What comes out of it.
    func gives(_ kind: TemplateValue.Kind) -> TemplateValue.Kind {
        if case .default = self { return kind }
        return ends ? kind : .text
    }

    private static func unquoted(_ text: String) -> String {
        let isQuoted = text.count >= 2 && text.first == text.last && "\"'".contains(text.prefix(1))
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
