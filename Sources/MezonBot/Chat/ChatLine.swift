/// A parsed input line of `mezon-bot chat`.
package enum ChatLine: Sendable, Hashable {
    case say(String)
    /// Replies to the newest message of another user, optionally the one with the given name.
    case reply(String, to: String?)
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
        "/reply TEXT        answers the newest message of somebody else here",
        "/reply @NAME TEXT  answers the newest message of NAME here",
        "/press N           presses button N of the newest message with buttons",
        "/choose WORDS      chooses what stands so in the newest message with a select",
        "/fill FIELD WORDS  fills in a field of the newest form; /press sends it",
        "/join #CHANNEL     goes to another channel",
        "/help              lists these; all else is said, and @NAME in it means who goes by that name",
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
            case "/press": Int(rest).map { .press($0) } ?? .invalid("which button? /press 1")
            case "/choose": rest.isEmpty ? .invalid("which choice? /choose Red") : .choose(String(rest))
            case "/fill": Self.fill(rest)
            case "/join": rest.isEmpty ? .invalid("which channel? /join #general") : .join(String(rest))
            case "/help": .help
            default: .invalid("there is no '\(word)', and it was not said; /help lists what there is")
            }
    }

    private static func fill(_ rest: Substring) -> ChatLine {
        let field = rest.prefix { $0 != " " }
        let words = rest.dropFirst(field.count).trimmed
        guard !field.isEmpty, !words.isEmpty else { return .invalid("which field, with what? /fill days 3") }
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
        return text.isEmpty ? .invalid("what is the answer? /reply *why") : .reply(String(text), to: name)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
