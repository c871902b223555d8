/// A filter that a template applies to a value.
enum TemplateFilter: Hashable, Sendable {
    case upper, lower
    /// Shortens the text to a number of characters; the last is `…` if it was cut.
    case truncate(Int)
    /// Puts the text between quotation marks: “text”.
    case quote
    /// Reduces the text to one line without invisible or direction-changing characters.
    case escape
    /// Removes diacritics: `tiếng Việt` becomes `tieng Viet`.
    case unaccent
    /// Formats a date as `09:05` or `2026-03-14`, in the bot's time zone.
    case time, date
    /// Formats a date as `5 minutes ago`.
    case ago
    /// Joins the items of a list with a separator.
    case join(String)
    /// Chooses the singular or plural form.
    case plural(String, String)
    /// Replaces an empty value.
    case `default`(String)
    /// Mentions the user, who is notified.
    case mention
    /// Links to the channel or message.
    case link
    /// Inserts the text as written, with active links.
    case raw

    static let names = [
        "mention", "link", "time", "date", "ago", "upper", "lower", "truncate", "quote", "escape", "join", "plural", "default",
        "vn_unaccent", "raw",
    ]

    /// Creates a filter; `nil` if the argument does not suit it.
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

    /// The syntax of filters with arguments, for error messages.
    static let examples = [
        "truncate": "truncate: 40", "default": "default: text", "join": "join: \", \"", "plural": "plural: strike, strikes",
    ]

    /// The kinds of value that the filter accepts; `nil` for any kind, as text.
    var acceptedKinds: Set<TemplateValue.Kind>? {
        switch self {
        case .time, .date, .ago: [.date]
        case .join: [.list]
        case .plural: [.number, .text]
        case .mention: [.user]
        case .link: [.channel, .message]
        case .upper, .lower, .truncate, .quote, .escape, .unaccent, .default, .raw: nil
        }
    }

    /// A Boolean value that indicates whether the result is not plain text, so that only `default` may follow.
    var isTerminal: Bool {
        switch self {
        case .mention, .link, .raw: true
        default: false
        }
    }

    /// Returns the kind of the filter's result.
    func resultKind(_ kind: TemplateValue.Kind) -> TemplateValue.Kind {
        if case .default = self { return kind }
        return isTerminal ? kind : .text
    }

    private static func unquoted(_ text: String) -> String {
        let isQuoted = text.count >= 2 && text.first == text.last && "\"'".contains(text.prefix(1))
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
