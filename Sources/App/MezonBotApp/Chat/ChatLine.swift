/// A parsed input line of `mezon-bot chat`.
package enum ChatLine: Sendable, Hashable {
    case say(String)
    /// Replies to the newest message of another user, optionally the one with the given name.
    case reply(String, to: String?)
    /// Adds an emoji to the newest message of another user.
    case react(String)
    /// Presses a button of the newest message with buttons, counted from 1.
    case press(Int)
    /// Chooses an option, by its text, in the newest message with a select.
    case choose(String)
    /// Sets a field of the newest message with a form, which is sent when a button is pressed.
    case fill(String, with: String)
    case join(String)
    case help
    /// A line that starts with a slash and is not a valid command, with the reason.
    case invalid(String)

    package static let usage = [
        "/reply TEXT        replies to the newest message of another user",
        "/reply @NAME TEXT  replies to the newest message of NAME",
        "/react EMOJI       adds an emoji to the newest message of another user",
        "/press N           presses button N of the newest message with buttons",
        "/choose TEXT       chooses an option of the newest message with a select",
        "/fill FIELD TEXT   sets a field of the newest form; /press submits it",
        "/join #CHANNEL     switches to another channel",
        "/help              lists these commands",
    ]

    package init(_ line: String) {
        guard line.hasPrefix("/") else {
            self = .say(line)
            return
        }
        let word = line.prefix { $0 != " " }
        let rest = line.dropFirst(word.count).trimmed
        self =
            switch word {
            case "/reply": Self.reply(rest)
            case "/react": rest.isEmpty ? .invalid("missing emoji, for example: /react 👍") : .react(String(rest))
            case "/press": Int(rest).map { .press($0) } ?? .invalid("missing button number, for example: /press 1")
            case "/choose": rest.isEmpty ? .invalid("missing option, for example: /choose Red") : .choose(String(rest))
            case "/fill": Self.fill(rest)
            case "/join": rest.isEmpty ? .invalid("missing channel, for example: /join #general") : .join(String(rest))
            case "/help": .help
            default: .invalid("unknown command '\(word)'; the line was not sent, /help lists the commands")
            }
    }

    private static func fill(_ rest: Substring) -> ChatLine {
        let field = rest.prefix { $0 != " " }
        let words = rest.dropFirst(field.count).trimmed
        guard !field.isEmpty, !words.isEmpty else { return .invalid("missing field or value, for example: /fill days 3") }
        return .fill(String(field), with: String(words))
    }

    private static func reply(_ rest: Substring) -> ChatLine {
        var name: String?
        var text = rest
        if rest.hasPrefix("@") {
            let mention = rest.prefix { $0 != " " }
            name = String(mention.dropFirst())
            text = rest.dropFirst(mention.count).trimmed
        }
        return text.isEmpty ? .invalid("missing reply text, for example: /reply *why") : .reply(String(text), to: name)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
