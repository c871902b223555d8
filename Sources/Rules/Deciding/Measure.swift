import MezonModel

extension WindowSpec.Measure {
    /// How much of it an event brings. What is edited or deleted was counted when it was written.
    func amount(in facts: Facts) -> Int {
        switch facts.event {
        case .message(let message):
            switch self {
            case .message: 1
            case .mention: message.mentions.count
            case .link: facts.links.count
            case .attachment: message.attachments.count
            case .emoji: message.emojiCount
            case .line: message.text.lineCount
            case .char: message.text.count
            case .reaction: 0
            }
        case .reaction(let reaction): self == .reaction && !reaction.isRemoval ? 1 : 0
        default: 0
        }
    }
}

extension Message {
    /// Emoji of Mezon's own, and those that are characters.
    var emojiCount: Int {
        let own = content.extras["ej"]?.array?.count ?? 0
        return own + text.count { $0.isEmoji }
    }
}

extension Character {
    /// Whether it is shown as a picture. Digits and signs that only could be are not.
    fileprivate var isEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.properties.isEmojiPresentation
            || (first.properties.isEmoji && unicodeScalars.dropFirst().contains { $0.value == 0xFE0F })
    }
}
