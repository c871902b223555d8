import ChatModel

extension WindowSpec.Measure {
    /// Returns the amount that an event adds to the measure. Edits and deletions add nothing, because the message was counted
    /// when it was sent.
    func amount(in facts: Facts) -> Int {
        switch facts.event {
        case .message(let message):
            switch self {
            case .message: 1
            case .mention: message.mentions.count
            case .link: facts.links.count
            case .attachment: message.attachments.count
            case .emoji: message.emojiCount
            case .sticker: message.attachments.count(where: \.isSticker)
            case .line: message.text.lineCount
            case .char: message.text.count
            case .reaction, .join: 0
            }
        case .reaction(let reaction): self == .reaction && !reaction.isRemoval ? 1 : 0
        case .memberJoined(let membership): self == .join ? membership.users.count : 0
        default: 0
        }
    }
}

extension Message {
    /// The number of Mezon's own emoji and of Unicode emoji.
    var emojiCount: Int {
        let own = content.extras["ej"]?.array?.count ?? 0
        return own + text.count { $0.isEmoji }
    }
}

extension Attachment {
    /// A Boolean value that indicates whether the attachment is one of Mezon's stickers: its type is the address of the folder in
    /// which they are.
    fileprivate var isSticker: Bool { mediaType.hasSuffix("/stickers") || url.contains("/stickers/") }
}

extension Character {
    /// A Boolean value that indicates whether the character is shown as an emoji. Digits and symbols with a text presentation are
    /// not.
    var isEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.properties.isEmojiPresentation
            || (first.properties.isEmoji && unicodeScalars.dropFirst().contains { $0.value == 0xFE0F })
    }
}
