/// An action with everything resolved that its event knew: what one outbox row carries.
public struct ResolvedAction: Hashable, Sendable, Codable {
    public var channel: ChannelID
    public var request: Request

    public enum Request: Hashable, Sendable, Codable {
        case send(Draft, answering: Reference?, topic: TopicID)
        case react(String, message: MessageID, author: UserID)
        case edit(MessageID, Draft, topic: TopicID)
        /// Becomes an edit of the reply to that message once it is known which that is.
        case editReply(to: MessageID, Draft, topic: TopicID)
        case delete(MessageID, topic: TopicID)
        /// The channel is the person's direct conversation with us, made when it is first needed; until then it has the person's id.
        case direct(Draft, to: UserID)
        case whisper(Draft, to: UserID, topic: TopicID)
        case unreact(String, message: MessageID, author: UserID)
        case pin(MessageID)
        case member(MemberAction)
        /// Becomes what it is to be there once it is known which message stands for which.
        case relay(RelayedMessage)

        /// One word for listings and traces, the same as of the action that asked for it.
        public var kind: String {
            switch self {
            case .send(_, let answering, _): answering == nil ? "send" : "reply"
            case .react: "react"
            case .edit: "edit"
            case .editReply: "edit_reply"
            case .delete: "delete"
            case .direct: "dm"
            case .whisper: "ephemeral"
            case .unreact: "unreact"
            case .pin: "pin"
            case .member(let action): action.kind
            case .relay(let relayed): relayed.deed.kind
            }
        }
    }

    public init(channel: ChannelID, request: Request) {
        self.channel = channel
        self.request = request
    }

    /// The draft that it would show, for hooks that look at text.
    public var draft: Draft? {
        get {
            switch request {
            case .send(let draft, _, _), .edit(_, let draft, _), .editReply(_, let draft, _), .direct(let draft, _),
                .whisper(let draft, _, _):
                draft
            case .relay(let relayed): relayed.draft
            case .react, .delete, .unreact, .pin, .member: nil
            }
        }
        set {
            guard let newValue else { return }
            switch request {
            case .send(_, let reference, let topic): request = .send(newValue, answering: reference, topic: topic)
            case .edit(let message, _, let topic): request = .edit(message, newValue, topic: topic)
            case .editReply(let message, _, let topic): request = .editReply(to: message, newValue, topic: topic)
            case .direct(_, let user): request = .direct(newValue, to: user)
            case .whisper(_, let user, let topic): request = .whisper(newValue, to: user, topic: topic)
            case .relay(var relayed):
                relayed.draft = newValue
                request = .relay(relayed)
            case .react, .delete, .unreact, .pin, .member: break
            }
        }
    }

    /// Resolves an action against the event that caused it; `nil` where the event has nothing to act on, such as a reply to a join.
    ///
    /// - Parameter place: the topic where an event belongs that does not tell, as a press does not.
    public init?(_ action: Action, for event: Event, in place: TopicID? = nil) {
        let message: Message? =
            switch event {
            case .message(let message), .edit(let message), .system(let message): message
            default: nil
            }
        let topic = message?.topic ?? place ?? 0
        let here = event.channel
        switch action {
        case .reply(let draft):
            guard !here.isNone else { return nil }
            self.init(channel: here, request: .send(draft, answering: message.map(Reference.init(to:)), topic: topic))
        case .send(let draft, let channel):
            let target = channel ?? here
            guard !target.isNone else { return nil }
            self.init(channel: target, request: .send(draft, answering: nil, topic: target == here ? topic : 0))
        case .react(let emoji):
            guard !here.isNone, !event.message.isNone else { return nil }
            self.init(channel: here, request: .react(emoji, message: event.message, author: message?.author.id ?? 0))
        case .edit(let target, let draft):
            let target = target.isNone ? event.message : target
            guard !here.isNone, !target.isNone else { return nil }
            self.init(channel: here, request: .edit(target, draft, topic: topic))
        case .editReply(let draft):
            guard !here.isNone, !event.message.isNone else { return nil }
            self.init(channel: here, request: .editReply(to: event.message, draft, topic: topic))
        case .delete(let named, let channel):
            let target = named ?? event.message
            let place = channel ?? here
            guard !place.isNone, !target.isNone else { return nil }
            self.init(channel: place, request: .delete(target, topic: place == here ? topic : 0))
        case .direct(let draft, let user):
            guard !user.isNone else { return nil }
            self.init(channel: ChannelID(user.rawValue), request: .direct(draft, to: user))
        case .whisper(let draft, let user):
            guard !here.isNone, !user.isNone else { return nil }
            self.init(channel: here, request: .whisper(draft, to: user, topic: topic))
        case .unreact(let emoji):
            guard !here.isNone, !event.message.isNone else { return nil }
            self.init(channel: here, request: .unreact(emoji, message: event.message, author: message?.author.id ?? 0))
        case .pin:
            guard !here.isNone, !event.message.isNone else { return nil }
            self.init(channel: here, request: .pin(event.message))
        case .member(let action):
            guard !action.user.isNone, action.travels else { return nil }
            self.init(channel: action.channel ?? here, request: .member(action))
        case .resolved(let outgoing): self = outgoing
        case .run, .appoint, .dismiss: return nil
        }
    }
}
