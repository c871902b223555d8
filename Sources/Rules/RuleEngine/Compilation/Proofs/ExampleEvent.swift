import BotConfiguration
import ChatModel

/// An event that was played to the rules, as evidence for what is said about them.
struct ExampleEvent: Sendable {
    let input: RuleTestInput
    let trigger: RuleTrigger.Kind
    /// The place for readers: `general`.
    var channel: String?

    private static let maxLength = 60  // Characters of the text.

    /// The event in few words: `»free nitro« by a member of 30m in #general`.
    var description: String {
        var words: [String] = []
        switch trigger {
        case .message, .edit, .command, .unanswered: words.append(text)
        default: words.append("the event \(trigger.rawValue)")
        }
        var author: [String] = []
        if input.memberFor != RuleTestInput().memberFor {
            author.append("a member of \(Quantity.duration(seconds: input.memberFor))")
        }
        if input.messagesSeen != RuleTestInput().messagesSeen { author.append("\(input.messagesSeen) messages before") }
        if !input.roles.isEmpty { author.append(input.roles.count == 1 ? "one role" : "\(input.roles.count) roles") }
        if input.isBot { author.append("a bot") }
        if !author.isEmpty { words.append("by somebody (\(author.joined(separator: ", ")))") }
        if !input.attachments.isEmpty { words.append("with \(input.attachments.count) attachments") }
        if !input.mentions.isEmpty { words.append("with \(input.mentions.count) mentions") }
        if let channel { words.append("in #\(channel)") }
        return words.joined(separator: " ")
    }

    private var text: String {
        let line = String(input.text.map { $0.isNewline ? " " : $0 })
        return "»\(line.count > Self.maxLength ? line.prefix(Self.maxLength - 1) + "…" : line)«"
    }
}
