/// A user's emoji on a message, added or removed.
public struct Reaction: Hashable, Sendable, Codable {
    /// The emoji as text.
    public var emoji: String
    /// The id of the emoji; zero if unknown.
    public var emojiID: EmojiID
    /// The user who reacted.
    public var sender: UserID
    /// The user's name; may be empty.
    public var senderName: String
    /// A Boolean value that indicates whether the reaction was removed.
    public var isRemoval: Bool
    /// The count that the server reports with the reaction.
    public var count: Int
    /// The message's clan.
    public var clan: ClanID
    /// The message's channel.
    public var channel: ChannelID
    /// The message.
    public var message: MessageID
    /// The author of the message.
    public var messageAuthor: UserID

    /// Creates a reaction.
    public init(
        emoji: String, emojiID: EmojiID = 0, sender: UserID, senderName: String = "", isRemoval: Bool = false, count: Int = 1,
        clan: ClanID, channel: ChannelID, message: MessageID, messageAuthor: UserID
    ) {
        self.emoji = emoji
        self.emojiID = emojiID
        self.sender = sender
        self.senderName = senderName
        self.isRemoval = isRemoval
        self.count = count
        self.clan = clan
        self.channel = channel
        self.message = message
        self.messageAuthor = messageAuthor
    }
}
