/// What a rule or a bot asks for: a plain value, carried out later by the send pipeline and by nobody else.
public enum Action: Hashable, Sendable, Codable {
    /// Answers the event's message in its channel, quoting it.
    case reply(Draft)
    /// Says something in a channel; in the event's own where `to` is nil.
    case send(Draft, to: ChannelID? = nil)
    /// Puts an emoji on the event's message.
    case react(String)
    /// Changes what the same author has answered to the event's message; nothing where that is no longer there or never was.
    case editReply(Draft)
    /// Changes a message of our own in the event's channel; with zero the event's message, of which something was pressed.
    case edit(MessageID, Draft)
    /// Removes the event's message, or the one named; `of` names a channel other than the event's.
    case delete(MessageID? = nil, of: ChannelID? = nil)
    /// Says something to one person alone, in their direct conversation with us.
    case direct(Draft, to: UserID)
    /// Says something in the event's channel that one person alone sees, and nobody after a reload.
    case whisper(Draft, to: UserID)
    /// Takes our emoji back from the event's message.
    case unreact(String)
    /// Pins the event's message to its channel.
    case pin
    /// Does something to a member.
    case member(MemberAction)
    /// Hands the event to a bot of this house as if its author had written this command; what the bot asks for comes in its place.
    case run(bot: String, command: String)
    /// Keeps something in mind for a moment to come: whoever asks for it is told then.
    case appoint(ScheduledJob)
    /// Forgets what the same author keeps in mind under a name; nothing where there is none.
    case dismiss(String)
    /// What an earlier event asked for and somebody has now allowed: everything is resolved already.
    case resolved(ResolvedAction)

    /// Changes the event's message, where it is our own: the one of which something was pressed.
    public static func edit(_ draft: Draft) -> Action { .edit(0, draft) }

    /// One word for listings and traces.
    public var kind: String {
        switch self {
        case .reply: "reply"
        case .send: "send"
        case .react: "react"
        case .editReply: "edit_reply"
        case .edit: "edit"
        case .delete: "delete"
        case .direct: "dm"
        case .whisper: "ephemeral"
        case .unreact: "unreact"
        case .pin: "pin"
        case .member(let action): action.kind
        case .run: "run"
        case .appoint: "appoint"
        case .dismiss: "dismiss"
        case .resolved(let outgoing): outgoing.request.kind
        }
    }
}

/// A message to be written. A string literal is a draft of that text.
public struct Draft: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
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
