import BotKit
import MezonModel

/// A user's reply to a rule's direct message that opts out of such messages or in again.
enum DirectMessageOptOut: Hashable, Sendable {
    case silence, speech

    private static let words: [String: DirectMessageOptOut] = [
        "stop": .silence, "dừng": .silence, "start": .speech, "bắt đầu": .speech,
    ]

    /// Parses `STOP`, with or without the command prefix; `nil` for a message with any other text.
    init?(_ text: String, prefix: String) {
        guard text.utf8.count <= 40 else { return nil }
        let spaceless = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let word = String(spaceless).lowercased()
        guard let wish = Self.words[word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : word] else { return nil }
        self = wish
    }

    func heed(_ message: Message, _ facts: Facts, _ policy: RulePolicy) -> [AuthorResult] {
        let key = StateKey.silence(of: message.author.id)
        let isSilent = facts.memory.memo(key, in: .real, at: facts.now) != nil
        guard isSilent != (self == .silence) else { return [] }
        facts.memory.change(key, self == .silence ? .set(StateEntry(at: facts.now)) : .forget, in: .real, at: facts.now)
        let text = self == .silence ? policy.phrases.silenced : policy.phrases.spoken
        return [AuthorResult(author: "house:direct", actions: [.reply(Draft(text))], reason: "\(message.author.id) asked for it")]
    }
}
