/// An action with everything resolved that its event knew: what one outbox row carries.
public struct Outgoing: Hashable, Sendable {
    public var channel: ChannelID
    public var request: Request

    public enum Request: Hashable, Sendable {
        case send(Draft, answering: Reference?, topic: TopicID)
        case react(String, message: MessageID, author: UserID)
        case edit(MessageID, Draft, topic: TopicID)
        case delete(MessageID, topic: TopicID)
    }

    public init(channel: ChannelID, request: Request) {
        self.channel = channel
        self.request = request
    }

    /// The draft that it would show, for hooks that look at text.
    public var draft: Draft? {
        get {
            switch request {
            case .send(let draft, _, _), .edit(_, let draft, _): draft
            case .react, .delete: nil
            }
        }
        set {
            guard let newValue else { return }
            switch request {
            case .send(_, let reference, let topic): request = .send(newValue, answering: reference, topic: topic)
            case .edit(let message, _, let topic): request = .edit(message, newValue, topic: topic)
            case .react, .delete: break
            }
        }
    }

    /// Resolves an action against the event that caused it; `nil` where the event has nothing to act on, such as a reply to a join.
    public init?(_ action: Action, for event: Event) {
        let message: Message? =
            switch event {
            case .message(let message), .edit(let message), .system(let message): message
            default: nil
            }
        let topic = message?.topic ?? 0
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
            guard !here.isNone else { return nil }
            self.init(channel: here, request: .edit(target, draft, topic: topic))
        case .delete(let named):
            let target = named ?? event.message
            guard !here.isNone, !target.isNone else { return nil }
            self.init(channel: here, request: .delete(target, topic: topic))
        }
    }
}
