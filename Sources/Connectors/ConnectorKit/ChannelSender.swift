import AsyncSupport
import BotConfiguration
import ChatModel
package import Delivery
import Storage

/// A sender of messages to channels of a connection; `Connection.sender` creates it.
public struct ChannelSender: Sendable {
    package let sender: any Sender

    package init(_ sender: any Sender) { self.sender = sender }
}

/// A message to be sent.
public struct OutgoingMessage: Hashable, Sendable {
    /// A unique identifier that is the same for each attempt.
    public let id: String
    /// The name of the channel in the network.
    public let channel: String
    /// The name of the user whose message is relayed; nil if the bot speaks for itself.
    public let author: String?
    /// The text without markup; attachments are appended as names and URLs, one line each.
    public let text: String
    /// The network's id of the message that this one answers; nil if there is none.
    public let replyTo: String?
}

/// The reason why a message was not sent.
@nonexhaustive
public enum ConnectorError: Error, Hashable, Sendable {
    /// The message was not sent: there is no connection. It is sent again once there is one.
    case notConnected
    /// The message may have been sent: no acknowledgement arrived. It is sent again.
    case unconfirmed(String)
    /// The network refused the message permanently.
    case refused(String)
    /// The network is temporarily unable to take the message.
    case unavailable(String)
}

/// The engine's sender for a connector that sends plain messages.
struct ConnectorSender: Sender {
    let connection: ConnectionSettings
    let context: ConnectorContext
    let longest: Int?
    let recognizesRepeats: Bool
    let gate: AsyncGate
    let send: @Sendable (OutgoingMessage) async throws -> String?

    var splitter: MessageSplitter? { longest.map { MessageSplitter(limit: $0) } }
    let showsAuthorProfiles = true
    var repetition: ResendMode { recognizesRepeats ? .idempotent : .unverified }

    func waitUntilConnected(to channel: ChannelID) async throws { try await gate.waitUntilOpen() }

    func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "direct messages are not supported on \(connection.network.title)")
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        throw SendError.refused(code: 421, "history lookup is not supported on \(connection.network.title)")
    }

    func send(_ request: OutboundRequest) async throws -> SendResult {
        switch request.outgoing.request {
        case .send(let draft, let reference, _): return try await send(draft, replyingTo: reference, request)
        case .edit(_, var draft, _):
            draft.content.prepend("✎ ")
            return SendResult(0, messages: try await send(draft, replyingTo: nil, request).messages)
        case .delete, .react, .unreact:
            if request.relayed != nil { return SendResult(0) }
            throw unsupported(request)
        case .directMessage, .ephemeral, .pin, .thread, .clan, .member, .editReply, .withdraw, .relay, .web, .account, .call:
            throw unsupported(request)
        }
    }

    private func unsupported(_ request: OutboundRequest) -> SendError {
        .refused(code: 421, "'\(request.outgoing.request.kind)' is not supported on \(connection.network.title)")
    }

    private func send(_ draft: Draft, replyingTo reference: Reference?, _ request: OutboundRequest) async throws -> SendResult {
        let channel = request.channel.id
        guard let remoteChannel = connection.channels.first(where: { $0.id == channel }) else {
            throw SendError.refused(code: 404, "the connection has no such channel")
        }
        let files = draft.attachments.map { "\($0.filename) \($0.url)" }
        let text = ((draft.content.text.isEmpty ? [] : [draft.content.text]) + files).joined(separator: "\n")
        guard !text.isEmpty else { return SendResult(0) }
        var answered: String?
        if let reference { answered = try await context.store.externalIDs.name(of: reference.message, in: channel) }
        let name: String?
        do {
            name = try await send(
                OutgoingMessage(
                    id: request.idempotencyKey, channel: remoteChannel.name, author: request.relayed?.face?.name,
                    text: (request.relayed?.headers ?? "") + text, replyTo: answered))
        } catch let error as ConnectorError {
            throw SendError(error)
        } catch let error where !(error is CancellationError) {
            throw SendError.ambiguous("\(error)")
        }
        let message = try await context.naming.message(named: name, in: channel)
        return SendResult(message, messages: [ExternalMessageID(message, externalID: name)])
    }
}

extension SendError {
    fileprivate init(_ error: ConnectorError) {
        switch error {
        case .notConnected: self = .notConnected
        case .unconfirmed(let reason): self = .ambiguous(reason)
        case .refused(let reason): self = .refused(code: 400, reason)
        case .unavailable(let reason): self = .unavailable(reason, retryAfter: nil)
        }
    }
}
