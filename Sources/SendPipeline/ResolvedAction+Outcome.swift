import MezonModel

/// What follows from how a request ended.
extension ResolvedAction {
    /// Whether it becomes a message that the channel's history shows.
    var isKept: Bool {
        switch request {
        case .send, .direct: true
        case .react, .edit, .editReply, .delete, .whisper, .unreact, .pin, .member, .relay: false
        }
    }

    /// Whether an unanswered try may be followed by another: its message is looked for first, or repeating it does no harm.
    var isLookedFor: Bool { if case .whisper = request { false } else { true } }

    /// Whether a refusal says that what was asked for is so already: the message is gone, the ban is lifted.
    func isSo(accordingTo code: Int, _ message: String) -> Bool {
        // gRPC's "not found"; the clan and the channel have texts of their own (protocol page §2.4).
        guard code == 5, !message.contains("clan not found"), !message.contains("channel not found") else { return false }
        return switch request {
        case .delete, .member(.unmute), .member(.kick), .member(.removeRole): true
        case .send, .react, .edit, .editReply, .direct, .whisper, .unreact, .pin, .member, .relay: false
        }
    }

    /// A sentence for a moderator.
    func refusal(_ code: Int, _ message: String, in channel: Channel?) -> String {
        let deed = deed(in: channel.map { $0.label.isEmpty ? "this conversation" : "#\($0.label)" } ?? "channel \(self.channel)")
        if isProcedure && code == 7 || message.contains("permission denied") { return "this bot may not \(deed) (\(message))" }
        if isProcedure && code == 12 { return "this server lets no bot \(deed) (\(message))" }
        return "the server refused to let this bot \(deed) (\(code): \(message))"
    }

    /// Whether it is answered by a gRPC code. Envelopes have numbers of their own, of which 7 says nothing.
    private var isProcedure: Bool {
        switch request {
        case .edit, .editReply, .delete, .pin, .member: true
        case .send, .react, .direct, .whisper, .unreact, .relay: false
        }
    }

    private func deed(in place: String) -> String {
        switch request {
        case .send: "write in \(place)"
        case .react: "react in \(place)"
        case .edit, .editReply: "edit its message in \(place)"
        case .delete: "delete messages in \(place)"
        case .direct: "write to this person directly"
        case .whisper: "whisper in \(place)"
        case .unreact: "take its reaction back in \(place)"
        case .pin: "pin messages in \(place)"
        case .relay: "relay to \(place)"
        case .member(.mute): "mute in \(place)"
        case .member(.unmute): "unmute in \(place)"
        case .member(.kick), .member(.unban): "remove members from the clan"
        case .member(.addRole), .member(.removeRole): "change the roles of members"
        }
    }
}
