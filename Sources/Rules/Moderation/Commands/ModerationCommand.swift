import ChatModel

/// A command of a moderator in a chat.
enum ModerationCommand: Hashable {
    /// Explains the bot's decisions about a message.
    case why(MessageID?)
    case show(caseID: Int64?)
    case cases(of: UserID?)
    case undo(caseID: Int64?)

    /// Parses a message; `nil` if it is not a moderation command.
    init?(_ message: Message, prefix: String) {
        guard !prefix.isEmpty, message.text.hasPrefix(prefix) else { return nil }
        let words = message.text.dropFirst(prefix.count).split(whereSeparator: \.isWhitespace)
        guard let name = words.first?.lowercased() else { return nil }
        let number = words.dropFirst().first.flatMap { Int64($0.drop { $0 == "#" }) }
        switch name {
        case "why": self = .why(message.references.first?.message)
        case "case": self = .show(caseID: number)
        case "cases":
            let mentioned = message.mentions.first { !$0.user.isNone && $0.user != Mention.everyone }?.user
            self = .cases(of: mentioned ?? number.flatMap { $0 > 0 ? UserID($0) : nil } ?? message.references.first?.sender)
        case "undo": self = .undo(caseID: number)
        default: return nil
        }
    }
}
