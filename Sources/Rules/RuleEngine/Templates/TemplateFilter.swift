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
    /// Chooses one of several words by a number.
    case pick([String])
    /// Reduces a number to one from 1 to this.
    case upTo(Int)
    /// Keeps the first lines.
    case top(Int)
    /// Replaces all occurrences of a text.
    case replace(String, with: String)
    /// Calculates with an integer.
    case arithmetic(TemplateArithmetic, Int)
    /// Chooses a text by the value.
    case choice(TemplateChoice)
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
        "vn_unaccent", "raw", "pick", "up_to", "top", "replace", "plus", "minus", "times", "divided_by", "if",
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
        case ("pick", let argument?):
            let words = Self.arguments(argument)
            guard (2...100).contains(words.count) else { return nil }
            self = .pick(words)
        case ("up_to", let argument?):
            guard let most = Int(argument), (2...1_000_000).contains(most) else { return nil }
            self = .upTo(most)
        case ("top", let argument?):
            guard let count = Int(argument), (1...25).contains(count) else { return nil }
            self = .top(count)
        case ("replace", let argument?):
            let texts = Self.arguments(argument)
            guard texts.count == 2, !texts[0].isEmpty, texts.allSatisfy({ $0.count <= Self.maxReplacement }) else { return nil }
            self = .replace(texts[0], with: texts[1])
        case ("if", let argument?):
            guard let choice = TemplateChoice(Self.arguments(argument)) else { return nil }
            self = .choice(choice)
        case ("default", let argument?): self = .default(Self.unquoted(argument))
        case (_, let argument?):
            guard let operation = TemplateArithmetic(rawValue: name), let operand = Int(argument),
                operand.magnitude <= TemplateArithmetic.maxOperand, operation != .dividedBy || operand != 0
            else { return nil }
            self = .arithmetic(operation, operand)
        default: return nil
        }
    }

    private static let maxReplacement = 200

    /// The syntax of filters with arguments, for error messages.
    static let examples = [
        "truncate": "truncate: 40", "default": "default: text", "join": "join: \", \"", "plural": "plural: strike, strikes",
        "pick": "pick: heads, tails", "up_to": "up_to: 6", "top": "top: 10", "replace": "replace: \"_\", \" \"",
        "plus": "plus: 1",
        "minus": "minus: 1", "times": "times: 2", "divided_by": "divided_by: 2",
        "if": "if: \">= 3\", last warning, please mind the rules",
    ]

    /// The kinds of value that the filter accepts; `nil` for any kind, as text.
    var acceptedKinds: Set<TemplateValue.Kind>? {
        switch self {
        case .time, .date, .ago: [.date]
        case .join: [.list]
        case .plural, .arithmetic, .choice: [.number, .text]
        case .pick, .upTo: [.number]
        case .top: [.text]
        case .mention: [.user]
        case .link: [.channel, .message]
        case .upper, .lower, .truncate, .quote, .escape, .unaccent, .replace, .default, .raw: nil
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
        switch self {
        case .default: kind
        case .arithmetic, .upTo: .number
        default: isTerminal ? kind : .text
        }
    }

    /// Splits arguments at commas outside of quotation marks.
    private static func arguments(_ text: String) -> [String] {
        var arguments = [""]
        var quote: Character?
        for character in text {
            if character == quote {
                quote = nil
            } else if quote == nil, "\"'".contains(character), arguments[arguments.count - 1].allSatisfy({ $0 == " " }) {
                quote = character
            } else if quote == nil, character == "," {
                arguments.append("")
                continue
            }
            arguments[arguments.count - 1].append(character)
        }
        return arguments.map { unquoted($0.trimmingSpaces) }
    }

    private static func unquoted(_ text: String) -> String {
        let isQuoted = text.count >= 2 && text.first == text.last && "\"'".contains(text.prefix(1))
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
