/// What a rule or a bot asks for: a plain value, carried out later by the send pipeline and by nobody else.
public enum Action: Hashable, Sendable {
    /// Answers the event's message in its channel, quoting it.
    case reply(Draft)
    /// Says something in a channel; in the event's own where `to` is nil.
    case send(Draft, to: ChannelID? = nil)
    /// Puts an emoji on the event's message.
    case react(String)
    /// Changes a message of our own in the event's channel.
    case edit(MessageID, Draft)
    /// Removes the event's message, or the one named in the event's channel.
    case delete(MessageID? = nil)

    /// One word for listings and traces.
    public var kind: String {
        switch self {
        case .reply: "reply"
        case .send: "send"
        case .react: "react"
        case .edit: "edit"
        case .delete: "delete"
        }
    }
}

/// A message to be written. A string literal is a draft of that text.
public struct Draft: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var content: Content
    /// Who is to be notified. Text alone notifies nobody, whatever it looks like.
    public var mentions: [Mention]
    public var attachments: [Attachment]

    public init(_ content: Content, mentions: [Mention] = [], attachments: [Attachment] = []) {
        self.content = content
        self.mentions = mentions
        self.attachments = attachments
    }

    public init(_ text: String) { self.init(Content(text)) }
    public init(stringLiteral value: String) { self.init(value) }
}
