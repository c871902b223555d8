public import Foundation

/// A request of a rule or a bot: a plain value that is carried out later, and only by the send pipeline.
@nonexhaustive
public enum Action: Hashable, Sendable, Codable {
    /// Replies to the event's message in its channel, quoting it.
    case reply(Draft)
    /// Sends a message to a channel; to the event's own if `to` is nil.
    case send(Draft, to: ChannelID? = nil)
    /// Adds an emoji to the event's message.
    case react(String)
    /// Changes the same author's reply to the event's message; has no effect if that is gone or never existed.
    case editReply(Draft)
    /// Changes one of the account's own messages in the event's channel; zero stands for the event's message, whose component was
    /// pressed.
    case edit(MessageID, Draft)
    /// Deletes the event's message, or the given one; `of` names a channel other than the event's.
    case delete(MessageID? = nil, of: ChannelID? = nil)
    /// Sends a direct message to a user.
    case directMessage(Draft, to: UserID)
    /// Sends an ephemeral message to the event's channel: only the given user sees it, and only until they reload.
    case ephemeral(Draft, to: UserID)
    /// Removes the account's emoji from the event's message.
    case unreact(String)
    /// Pins the event's message to its channel.
    case pin
    /// Opens a thread under the event's channel with a message, or sends the message to the open thread of that name.
    case thread(ThreadOpening)
    /// Performs an action on the clan or on one of its channels.
    case clan(ClanAction)
    /// Performs an action on a member.
    case member(MemberAction)
    /// Performs an action of the account.
    case account(AccountAction)
    /// Calls a remote procedure of the server that has no action of its own. A call whose result is unknown is not repeated.
    case call(ProcedureCall)
    /// Hands the event to another bot of this application as if its author had written the command; that bot's actions take this
    /// one's place.
    case run(bot: String, command: String)
    /// Schedules a job; its author receives an event for each occurrence.
    case schedule(ScheduledJob)
    /// Cancels the same author's job of that name; has no effect if there is none.
    case cancel(String)
    /// Sends a web request; its author receives the outcome.
    case request(WebRequest)
    /// An action of an earlier event that has been approved, with everything already resolved.
    case resolved(ResolvedAction)

    /// The names in stored JSON, which stay the same when a case is renamed.
    private enum CodingKeys: String, CodingKey {
        case reply = "reply"
        case send = "send"
        case react = "react"
        case editReply = "editReply"
        case edit = "edit"
        case delete = "delete"
        case directMessage = "direct"
        case ephemeral = "whisper"
        case unreact = "unreact"
        case pin = "pin"
        case thread = "thread"
        case clan = "clan"
        case member = "member"
        case account = "account"
        case call = "call"
        case run = "run"
        case schedule = "appoint"
        case cancel = "dismiss"
        case request = "request"
        case resolved = "resolved"
    }

    /// Changes the event's message, which must be the account's own: the one whose component was pressed.
    public static func edit(_ draft: Draft) -> Action { .edit(0, draft) }

    /// Calls a remote procedure of the server that has no action of its own.
    public static func call(_ name: String, _ body: Data = Data()) -> Action { .call(ProcedureCall(name, body: body)) }

    /// The action's name in listings and traces.
    public var kind: String {
        switch self {
        case .reply: "reply"
        case .send: "send"
        case .react: "react"
        case .editReply: "edit_reply"
        case .edit: "edit"
        case .delete: "delete"
        case .directMessage: "dm"
        case .ephemeral: "ephemeral"
        case .unreact: "unreact"
        case .pin: "pin"
        case .thread: "thread"
        case .clan(let action): action.kind
        case .member(let action): action.kind
        case .account(let action): action.kind
        case .call: "call"
        case .run: "run"
        case .schedule: "appoint"
        case .cancel: "dismiss"
        case .request: "request"
        case .resolved(let outgoing): outgoing.request.kind
        }
    }
}

/// A message to be sent. A string literal is a draft of that text.
public struct Draft: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
    /// The text, markup and further content.
    public var content: Content
    /// The mentions, which notify users. Text alone notifies no one, whatever it looks like.
    public var mentions: [Mention]
    /// The attached files.
    public var attachments: [Attachment]
    /// The kind of the message, which `Draft(poll:)`, `Draft(location:)` and `Draft(contact:)` set; nil for an ordinary one.
    public package(set) var kind: MessageKind?

    /// Creates a draft.
    public init(_ content: Content, mentions: [Mention] = [], attachments: [Attachment] = []) {
        self.content = content
        self.mentions = mentions
        self.attachments = attachments
    }

    /// Creates a draft of a poll, which is a message of its own: without text, mentions, files and components. Send it or reply with it;
    /// a reply does not quote. It cannot be sent to a topic.
    public init(poll: Poll) {
        self.init(poll.content)
        kind = .poll
    }

    /// Creates a draft of a location.
    public init(location: Location) {
        self.init(location.content)
        kind = .location
    }

    /// Creates a draft of a user's card.
    public init(contact: ContactCard) {
        self.init(contact.content)
        kind = .contact
    }

    /// Creates a draft of plain text.
    public init(_ text: String) { self.init(Content(text)) }
    /// Creates a draft from a string literal.
    public init(stringLiteral value: String) { self.init(value) }
}
