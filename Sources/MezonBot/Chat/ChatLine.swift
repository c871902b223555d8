/// What a line typed into `mezon-bot chat` asks for.
package enum ChatLine: Sendable, Hashable {
    case say(String)
    /// Answers the newest message of somebody else, or of the one named.
    case reply(String, to: String?)
    /// Presses a button of the newest message that has any; they count from 1.
    case press(Int)
    case join(String)
    case help
    /// It starts with a slash and cannot be followed, for this reason.
    case mistake(String)

    package static let usage = [
        "/reply TEXT        answers the newest message of somebody else here",
        "/reply @NAME TEXT  answers the newest message of NAME here",
        "/press N           presses button N of the newest message with buttons",
        "/join #CHANNEL     goes to another channel",
        "/help              lists these; all else is said",
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
            case "/press": Int(rest).map { .press($0) } ?? .mistake("which button? /press 1")
            case "/join": rest.isEmpty ? .mistake("which channel? /join #general") : .join(String(rest))
            case "/help": .help
            default: .mistake("there is no '\(word)', and it was not said; /help lists what there is")
            }
    }

    private static func reply(_ rest: Substring) -> ChatLine {
        var name: String?
        var text = rest
        if rest.hasPrefix("@") {
            let mention = rest.prefix { $0 != " " }
            name = String(mention.dropFirst())
            text = rest.dropFirst(mention.count).trimmed
        }
        return text.isEmpty ? .mistake("what is the answer? /reply *why") : .reply(String(text), to: name)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
