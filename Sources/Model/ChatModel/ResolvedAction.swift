/// An action with everything resolved that depends on its event: the content of an outbox row.
public struct ResolvedAction: Hashable, Sendable, Codable {
    /// The channel to which the request is sent.
    package var channel: ChannelID
    /// The request.
    package var request: Request

    /// A request to the server.
    package indirect enum Request: Hashable, Sendable, Codable {
        /// Sends a message, with the message that it replies to.
        case send(Draft, answering: Reference?, topic: TopicID)
        /// Adds an emoji to a message.
        case react(String, message: MessageID, author: UserID)
        /// Changes a message.
        case edit(MessageID, Draft, topic: TopicID)
        /// Changes the reply to a message; the reply's id is looked up before sending.
        case editReply(to: MessageID, Draft, topic: TopicID)
        /// Takes back an earlier delivery to the same destination: it is not sent if it still waits, and otherwise what it has become is
        /// looked up and removed.
        case withdraw(DeliveryReference)
        /// Deletes a message.
        case delete(MessageID, topic: TopicID)
        /// Sends a direct message. The direct message channel is created when first needed; until then the channel has the user's
        /// id.
        case directMessage(Draft, to: UserID)
        /// Sends an ephemeral message to a user.
        case ephemeral(Draft, to: UserID, topic: TopicID)
        /// Removes an emoji from a message.
        case unreact(String, message: MessageID, author: UserID)
        /// Pins a message.
        case pin(MessageID)
        /// Sends a message to a thread below the channel, which is created if it does not exist.
        case thread(ThreadOpening, answering: Reference?)
        /// Performs an action on the clan or on a channel.
        case clan(ClanAction)
        /// Performs an action on a member.
        case member(MemberAction)
        /// Performs an action of the account.
        case account(AccountAction)
        /// Calls a remote procedure.
        case call(ProcedureCall)
        /// Relays a message; the ids of its copies are looked up before sending.
        case relay(RelayedMessage)
        /// Sends a web request.
        case web(AddressedWebRequest)

        /// The case names in stored JSON.
        private enum CodingKeys: String, CodingKey {
            case send, react, edit, editReply, withdraw, delete, directMessage = "direct", ephemeral = "whisper", unreact, pin,
                thread,
                clan, member, account, call, relay, web
        }

        /// The request's name in listings and traces, equal to that of its action.
        package var kind: String {
            switch self {
            case .send(_, let answering, _): answering == nil ? "send" : "reply"
            case .react: "react"
            case .edit: "edit"
            case .editReply: "edit_reply"
            case .withdraw: "withdraw"
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
            case .relay(let relayed): relayed.operation.kind
            case .web: "request"
            }
        }
    }

    /// Creates an action for a channel.
    package init(channel: ChannelID, request: Request) {
        self.channel = channel
        self.request = request
    }

    /// The draft to be shown, for middleware that inspects the text.
    package var draft: Draft? {
        get {
            switch request {
            case .send(let draft, _, _), .edit(_, let draft, _), .editReply(_, let draft, _), .directMessage(let draft, _),
                .ephemeral(let draft, _, _):
                draft
            case .thread(let opening, _): opening.draft
            case .relay(let relayed): relayed.draft
            case .react, .withdraw, .delete, .unreact, .pin, .clan, .member, .web, .account, .call: nil
            }
        }
        set {
            guard let newValue else { return }
            switch request {
            case .send(_, let reference, let topic): request = .send(newValue, answering: reference, topic: topic)
            case .edit(let message, _, let topic): request = .edit(message, newValue, topic: topic)
            case .editReply(let message, _, let topic): request = .editReply(to: message, newValue, topic: topic)
            case .directMessage(_, let user): request = .directMessage(newValue, to: user)
            case .ephemeral(_, let user, let topic): request = .ephemeral(newValue, to: user, topic: topic)
            case .thread(var opening, let reference):
                opening.draft = newValue
                request = .thread(opening, answering: reference)
            case .relay(var relayed):
                relayed.draft = newValue
                request = .relay(relayed)
            case .react, .withdraw, .delete, .unreact, .pin, .clan, .member, .web, .account, .call: break
            }
        }
    }

    /// The poll that the request creates; nil if it does not create one.
    package var poll: Poll? { draft.flatMap { $0.kind == .poll ? Poll($0.content) : nil } }

    /// Resolves an action for the event that caused it; `nil` if the event has nothing to act on, as a reply to a join, or if
    /// nothing is to be sent.
    ///
    /// - Parameters:
    ///   - action: The action as requested.
    ///   - event: The event that caused it.
    ///   - place: The topic of an event that does not carry it, such as a press.
    package init?(_ action: Action, for event: Event, in place: TopicID? = nil) {
        let message: Message? =
            switch event {
            case .message(let message), .edit(let message), .systemMessage(let message): message
            default: nil
            }
        let origin: WebResponse.Origin? = if case .system(.response(let response)) = event { response.origin } else { nil }
        let topic = message?.topic ?? place ?? origin?.topic ?? 0
        let here = event.channel
        switch action {
        case .reply(let draft):
            guard !here.isNone else { return nil }
            self.init(
                channel: here,
                request: .send(draft, answering: message.map(Reference.init(to:)) ?? origin?.reference, topic: topic))
        case .send(let draft, let channel):
            let target = channel ?? here
            guard !target.isNone else { return nil }
            self.init(channel: target, request: .send(draft, answering: nil, topic: target == here ? topic : 0))
        case .react(let emoji):
            guard !here.isNone, !event.message.isNone else { return nil }
            let author = message?.author.id ?? origin?.reference?.sender ?? 0
            self.init(channel: here, request: .react(emoji, message: event.message, author: author))
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
        case .directMessage(let draft, let user):
            guard !user.isNone else { return nil }
            self.init(channel: ChannelID(user.rawValue), request: .directMessage(draft, to: user))
        case .ephemeral(let draft, let user):
            guard !here.isNone, !user.isNone else { return nil }
            self.init(channel: here, request: .ephemeral(draft, to: user, topic: topic))
        case .unreact(let emoji):
            guard !here.isNone, !event.message.isNone else { return nil }
            let author = message?.author.id ?? origin?.reference?.sender ?? 0
            self.init(channel: here, request: .unreact(emoji, message: event.message, author: author))
        case .pin:
            guard !here.isNone, !event.message.isNone else { return nil }
            self.init(channel: here, request: .pin(event.message))
        case .thread(let opening):
            guard !here.isNone, !opening.name.isEmpty else { return nil }
            let quoted = opening.quotesMessage ? message.map(Reference.init(to:)) : nil
            self.init(channel: here, request: .thread(opening, answering: quoted))
        case .clan(let action):
            let place = action.channel ?? here
            guard !place.isNone || action.clan != nil else { return nil }
            self.init(channel: place, request: .clan(action))
        case .member(let action):
            guard !action.user.isNone, action.travels else { return nil }
            self.init(channel: action.channel ?? here, request: .member(action))
        case .request(let request):
            guard let web = AddressedWebRequest(request, for: event, in: topic) else { return nil }
            self.init(channel: web.destination, request: .web(web))
        case .account(let action): self.init(channel: here, request: .account(action))
        case .call(let call): self.init(channel: here, request: .call(call))
        case .resolved(let outgoing): self = outgoing
        case .run, .schedule, .cancel: return nil
        }
    }
}
