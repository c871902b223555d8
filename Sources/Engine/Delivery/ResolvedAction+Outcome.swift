import ChatModel

/// Interpretation of a request's outcome.
extension ResolvedAction {
    /// A Boolean value that indicates whether the request creates a message that appears in the channel's history.
    var isKept: Bool {
        switch request {
        case .send, .directMessage, .thread: true
        case .react, .edit, .editReply, .withdraw, .delete, .ephemeral, .unreact, .pin, .clan, .member, .relay, .web, .account,
            .call:
            false
        }
    }

    /// A Boolean value that indicates whether an unacknowledged attempt may be repeated: its message is searched for first, or
    /// repeating it is harmless.
    var isSafeToRepeat: Bool {
        switch request {
        case .ephemeral, .call, .clan(.createChannel), .account(.playMedia), .account(.createGroup): false
        default: true
        }
    }

    /// A description of what is not safe to repeat.
    var unverifiable: String {
        switch request {
        case .ephemeral: "an ephemeral message"
        case .clan(.createChannel): "the creation of a channel"
        case .account(.createGroup): "the creation of a group"
        case .account: "a playback"
        default: "the call"
        }
    }

    /// Returns whether a refusal means that the requested state already exists: the message is deleted, the ban is lifted.
    func isAlreadySatisfied(by code: Int, _ message: String) -> Bool {
        // gRPC's "not found"; a missing clan or channel has a message of its own (Documentation/Protocol.md §2.4).
        guard code == 5, !message.contains("clan not found"), !message.contains("channel not found") else { return false }
        return switch request {
        case .delete, .member(.unmute), .member(.kick), .member(.removeRole), .account(.closeConversation): true
        case .send, .react, .edit, .editReply, .withdraw, .directMessage, .ephemeral, .unreact, .pin, .thread, .clan, .member,
            .relay, .web,
            .account, .call:
            false
        }
    }

    /// The reason why the request cannot be carried out where it was asked for; nil if it can be.
    ///
    /// - Parameter destination: The channel in which it is performed.
    func obstacle(in destination: ChannelID) -> String? {
        guard poll != nil else { return nil }
        if destination.isExternal { return "a poll can be created on Mezon only" }
        guard case .send(_, _, let topic) = request, !topic.isNone else { return nil }
        return "a poll cannot be created in a topic"
    }

    /// The refusal as a sentence for moderators.
    func refusal(_ code: Int, _ message: String, in channel: Channel?) -> String {
        if web != nil { return message }
        let action = actionDescription(
            in: channel.map { $0.label.isEmpty ? "this conversation" : "#\($0.label)" } ?? "channel \(self.channel)")
        if isProcedure && code == 7 || message.contains("permission denied") {
            return "the bot may not \(action) (\(message))"
        }
        if isProcedure && code == 12 { return "the server does not let bots \(action) (\(message))" }
        if code == 421 { return "the bot cannot \(action): \(message)" }
        return "the server refused to let the bot \(action) (\(code): \(message))"
    }

    /// A Boolean value that indicates whether the response has a gRPC code. Envelopes have their own codes, in which 7 does not
    /// mean permission denied.
    private var isProcedure: Bool {
        switch request {
        case .edit, .editReply, .withdraw, .delete, .pin, .thread, .clan, .member, .call: true
        case .send, .directMessage: poll != nil
        case .account(let action): action.isOfGateway
        case .react, .ephemeral, .unreact, .relay, .web: false
        }
    }

    private func actionDescription(in channel: String) -> String {
        switch request {
        case .send where poll != nil, .directMessage where poll != nil: "create polls in \(channel)"
        case .send: "write in \(channel)"
        case .react: "react in \(channel)"
        case .withdraw: "take back its message in \(channel)"
        case .edit, .editReply: "edit its message in \(channel)"
        case .delete: "delete messages in \(channel)"
        case .directMessage: "send this user a direct message"
        case .ephemeral: "send an ephemeral message in \(channel)"
        case .unreact: "remove its reaction in \(channel)"
        case .pin: "pin messages in \(channel)"
        case .thread: "open threads in \(channel)"
        case .clan(.archiveThread): "archive threads in \(channel)"
        case .clan(.nickname): "change their own nickname"
        case .web: "send web requests"
        case .clan(.status): "change their own status"
        case .clan(.createChannel): "create channels"
        case .clan(.archiveChannel): "archive \(channel)"
        case .account(.sendTokens): "send tokens"
        case .account(.giveCoffee): "give coffees"
        case .account(.createGroup): "make groups"
        case .account(.closeConversation): "close conversations"
        case .account(.playMedia): "play media"
        case .call(let call): "call \(call.name)"
        case .relay: "relay to \(channel)"
        case .member(.mute): "mute in \(channel)"
        case .member(.unmute): "unmute in \(channel)"
        case .member(.kick), .member(.unban): "remove members from the clan"
        case .member(.addRole), .member(.removeRole): "change member roles"
        }
    }
}
