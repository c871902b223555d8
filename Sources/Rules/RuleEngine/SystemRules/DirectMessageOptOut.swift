import BotKit
import ChatModel

/// A user's reply to a rule's direct message that opts out of such messages or in again.
enum DirectMessageOptOut: Hashable, Sendable {
    case optOut, optIn

    private static let words: [String: DirectMessageOptOut] = [
        "stop": .optOut, "dừng": .optOut, "start": .optIn, "bắt đầu": .optIn,
    ]

    /// Parses `STOP`, with or without the command prefix; `nil` for a message with any other text.
    init?(_ text: String, prefix: String) {
        guard text.utf8.count <= 40 else { return nil }
        let spaceless = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let word = String(spaceless).lowercased()
        guard let optOut = Self.words[word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : word] else { return nil }
        self = optOut
    }

    func apply(_ message: Message, _ facts: Facts, _ policy: RulePolicy) -> [AuthorResult] {
        let key = StateKey.directMessageOptOut(of: message.author.id)
        let isSilent = facts.state.entry(key, in: .real, at: facts.now) != nil
        guard isSilent != (self == .optOut) else { return [] }
        facts.state.change(key, self == .optOut ? .set(StateEntry(at: facts.now)) : .forget, in: .real, at: facts.now)
        let text = self == .optOut ? policy.phrases.silenced : policy.phrases.optedIn
        return [
            AuthorResult(author: "system:dm-opt-out", actions: [.reply(Draft(text))], reason: "\(message.author.id) asked for it")
        ]
    }
}
