import ChatModel
import ConnectorKit
import Delivery
import MezonProtocol
import Storage

/// Translates requests to the ids of another server.
struct MezonRequestTranslator {
    /// The channel as the server lists it.
    let channel: Channel
    /// The account's user.
    let me: UserID
    /// The application's id of the channel.
    let local: ChannelID
    let context: ConnectorContext

    /// Returns the action on the server; nil if a relayed one concerns a message that is unknown there.
    ///
    /// - Throws: `SendError`; the errors of the store.
    func action(for request: OutboundRequest) async throws -> ResolvedAction? {
        switch request.outgoing.request {
        case .send(let draft, let reference, _):
            return action(.send(inert(draft), answering: try await translated(reference), topic: 0))
        case .edit(let message, let draft, _):
            return try await id(of: message, request).map { action(.edit($0, inert(draft), topic: 0)) }
        case .delete(let message, _): return try await id(of: message, request).map { action(.delete($0, topic: 0)) }
        case .react(let emoji, let message, let author):
            return try await id(of: message, request).map { action(.react(emoji, message: $0, author: user(author))) }
        case .unreact(let emoji, let message, let author):
            return try await id(of: message, request).map { action(.unreact(emoji, message: $0, author: user(author))) }
        case .directMessage, .ephemeral, .pin, .thread, .clan, .member, .editReply, .withdraw, .relay, .web, .account, .call:
            throw SendError.refused(
                code: 421, "'\(request.outgoing.request.kind)' is not supported over a connection to Mezon")
        }
    }

    private func action(_ request: ResolvedAction.Request) -> ResolvedAction {
        ResolvedAction(channel: channel.id, request: request)
    }

    /// Returns a draft that notifies nobody, and without buttons, whose presses would reach the account and not the bot.
    private func inert(_ draft: Draft) -> Draft {
        var draft = draft
        draft.mentions = []
        draft.content.extras["components"] = nil
        return draft
    }

    /// Returns the id of a message on the server. A relayed operation on an unknown message is skipped; one that the application itself asks
    /// for is refused.
    private func id(of message: MessageID, _ request: OutboundRequest) async throws -> MessageID? {
        if let id = try await id(of: message) { return id }
        guard request.relayed != nil else { throw SendError.refused(code: 404, "the message is unknown on the server") }
        return nil
    }

    private func id(of message: MessageID) async throws -> MessageID? {
        try await context.store.externalIDs.name(of: message, in: local).flatMap { MessageID($0) }
    }

    private func translated(_ reference: Reference?) async throws -> Reference? {
        guard var reference, let id = try await id(of: reference.message) else { return nil }
        reference.message = id
        reference.sender = user(reference.sender)
        return reference
    }

    /// Returns the id of a user on the server: the account's own, or zero, with which nobody is notified.
    private func user(_ id: UserID) -> UserID { id == context.botUser ? me : 0 }
}

extension ResolvedAction {
    /// The message that the request acts on; zero if there is none.
    var message: MessageID {
        switch request {
        case .react(_, let message, _), .unreact(_, let message, _), .edit(let message, _, _), .delete(let message, _): message
        default: 0
        }
    }
}
