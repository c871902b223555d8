/// The message that is replied to, as quoted in the reply.
public struct Reference: Hashable, Sendable, Codable {
    /// The quoted message.
    public var message: MessageID
    /// The author of the quoted message.
    public var sender: UserID
    /// The displayed name of the author.
    public var senderName: String
    /// The address of the author's avatar image.
    public var senderAvatar: String
    /// The quoted content.
    public var content: Content
    /// A Boolean value that indicates whether the quoted message has attachments.
    public var hasAttachment: Bool

    /// Creates a reference.
    public init(
        message: MessageID, sender: UserID, senderName: String = "", senderAvatar: String = "", content: Content = Content(""),
        hasAttachment: Bool = false
    ) {
        self.message = message
        self.sender = sender
        self.senderName = senderName
        self.senderAvatar = senderAvatar
        self.content = content
        self.hasAttachment = hasAttachment
    }

    /// Creates a reference to a message as the official clients do, with the author's name in the clan.
    public init(to message: Message) {
        self.init(
            message: message.id, sender: message.author.id, senderName: message.author.name, senderAvatar: message.author.avatar,
            content: Content(message.content.text, markup: message.content.markup), hasAttachment: !message.attachments.isEmpty)
    }
}
