import ChatModel

/// Interpretation of a request's outcome.
extension ResolvedAction {
    /// A Boolean value that indicates whether the request creates a message that appears in the channel's history.
    var isKept: Bool {
        switch request {
        case .send, .directMessage: true
        case .react, .edit, .editReply, .delete, .ephemeral, .unreact, .pin, .member, .relay: false
        }
    }

    /// A Boolean value that indicates whether an unacknowledged attempt may be repeated: its message is searched for first, or
    /// repeating it is harmless.
    var isSafeToRepeat: Bool { if case .ephemeral = request { false } else { true } }

    /// Returns whether a refusal means that the requested state already exists: the message is deleted, the ban is lifted.
    func isAlreadySatisfied(by code: Int, _ message: String) -> Bool {
        // gRPC's "not found"; a missing clan or channel has a message of its own (Documentation/Protocol.md §2.4).
        guard code == 5, !message.contains("clan not found"), !message.contains("channel not found") else { return false }
        return switch request {
        case .delete, .member(.unmute), .member(.kick), .member(.removeRole): true
        case .send, .react, .edit, .editReply, .directMessage, .ephemeral, .unreact, .pin, .member, .relay: false
        }
    }

    /// The refusal as a sentence for moderators.
    func refusal(_ code: Int, _ message: String, in channel: Channel?) -> String {
        let deed = actionDescription(
            in: channel.map { $0.label.isEmpty ? "this conversation" : "#\($0.label)" } ?? "channel \(self.channel)")
        if isProcedure && code == 7 || message.contains("permission denied") {
            return "the bot may not \(deed) (\(message))"
        }
        if isProcedure && code == 12 { return "the server does not let bots \(deed) (\(message))" }
        return "the server refused to let the bot \(deed) (\(code): \(message))"
    }

    /// A Boolean value that indicates whether the response has a gRPC code. Envelopes have their own codes, in which 7 does not
    /// mean permission denied.
    private var isProcedure: Bool {
        switch request {
        case .edit, .editReply, .delete, .pin, .member: true
        case .send, .react, .directMessage, .ephemeral, .unreact, .relay: false
        }
    }

    private func actionDescription(in place: String) -> String {
        switch request {
        case .send: "write in \(place)"
        case .react: "react in \(place)"
        case .edit, .editReply: "edit its message in \(place)"
        case .delete: "delete messages in \(place)"
        case .directMessage: "send this user a direct message"
        case .ephemeral: "send an ephemeral message in \(place)"
        case .unreact: "remove its reaction in \(place)"
        case .pin: "pin messages in \(place)"
        case .relay: "relay to \(place)"
        case .member(.mute): "mute in \(place)"
        case .member(.unmute): "unmute in \(place)"
        case .member(.kick), .member(.unban): "remove members from the clan"
        case .member(.addRole), .member(.removeRole): "change member roles"
        }
    }
}
