import AsyncSupport
import ChatModel
import ConnectorKit
import Delivery
import MezonClient
import MezonProtocol
import Storage
import SwiftProtobuf

/// Sends over the socket, and over HTTP after two failed attempts. Reads history over HTTP.
struct MezonSender: ImmediateSender {
    /// Attempts on the socket before another transport is used.
    private static let socketTries = 2

    let socket: MezonConnection
    let client: SessionClient
    let store: Store
    let time: any TimeSource
    let history: ChannelHistory
    /// Open while there is a connection.
    let connected: AsyncGate
    let uploader: AttachmentUploader
    let account: AccountClient

    let splitter: MessageSplitter? = MessageSplitter()
    let showsAuthorProfiles = false
    let repetition = ResendMode.verified

    func waitUntilConnected(to channel: ChannelID) async throws { try await connected.waitUntilOpen() }

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        if case .account(let action) = outboundRequest.outgoing.request, !action.isOfGateway {
            do {
                try await account.perform(action, id: outboundRequest.idempotencyKey)
                return SendResult(0)
            } catch let error as AccountError {
                throw SendError(error)
            }
        }
        let outgoing = try await uploader.withUploadedAttachments(outboundRequest.outgoing)
        // The upload may have taken longer than the lease of the store. Waiting here would let messages gather beyond the rate limit.
        guard store.lease.isCurrent else { throw SendError.notConnected }
        if outboundRequest.failedTries >= Self.socketTries || outgoing.isSentByNameOnly,
            let sent = try await sendByCall(outgoing, in: outboundRequest.channel)
        {
            return sent
        }
        do {
            return SendResult(try await socket.send(outgoing, in: outboundRequest.channel))
        } catch let error as SocketError {
            throw SendError(error)
        }
    }

    func begin(
        _ request: OutboundRequest, completion: @escaping @Sendable (Result<SendResult, SendError>?) -> Void
    ) -> Bool {
        guard connected.isOpen, request.failedTries == 0, request.outgoing.draft?.attachments.isEmpty ?? true,
            !request.outgoing.isSentByNameOnly, !request.outgoing.isOfAccount
        else { return false }
        return socket.begin(request.outgoing, in: request.channel) { result in
            completion(result.map { $0.map { SendResult($0) }.mapError(SendError.init) })
        }
    }

    func perform(_ work: @escaping @Sendable () -> Void) { socket.perform(work) }

    /// Sends by remote procedure call. Returns nil if Mezon offers none, as for reactions and ephemeral messages of applications.
    private func sendByCall(_ outgoing: ResolvedAction, in channel: Channel) async throws -> SendResult? {
        do {
            switch RequestTransport(outgoing, in: channel, at: time.now) {
            case .procedure(.createPoll, let body):
                let answer = try await client.call(.createPoll, body)
                guard let poll = try? ApiCreatePollResponse(received: answer), poll.messageID > 0 else {
                    throw SendError.ambiguous("the response has no id of the poll's message")
                }
                return SendResult(MessageID(poll.messageID))
            case .procedure(let rpc, let body):
                _ = try await client.call(rpc, body)
                return SendResult(outgoing.target)
            case .envelope(let envelope):
                guard case .channelMessageSend(let send) = envelope.message else { return nil }
                let ack: RtChannelMessageAck = try await client.call(.sendChannelMessage, send)
                guard ack.messageID > 0 else { throw SendError.ambiguous("the acknowledgement has no message id") }
                return SendResult(MessageID(ack.messageID))
            case .call(let call):
                _ = try await client.call(call)
                return SendResult(0)
            case .nothing: return SendResult(0)
            }
        } catch let error as SessionError {
            throw SendError(error)
        }
    }

    /// The direct conversation with a user. The server is asked once; the result is stored in the directory.
    func conversation(with user: UserID) async throws -> Channel {
        if let known = store.directory.conversation(with: user) { return known }
        let request = ApiCreateChannelDescRequest.with {
            $0.type = ChannelKind.direct.rawValue
            $0.channelPrivate = 1
            $0.userIds = [user.rawValue]
        }
        do {
            let wire = try await socket.call(.createChannelDesc, request, as: ApiChannelDescription.self)
            var channel = Channel(wire: wire)
            guard !channel.id.isNone else {
                throw SendError.unavailable("the server returned no direct conversation", retryAfter: nil)
            }
            channel.kind = .direct
            channel.partner = user
            channel.isPrivate = true
            try await socket.join(channel)
            // Earlier messages are not recovered.
            if channel.lastMessage.isNone { channel.lastMessage = MessageID(channel.id.rawValue) }
            try await store.directory.remember(clans: [], channels: [channel])
            return channel
        } catch let error as SocketError {
            let error = SendError(error)
            // Repeating an unanswered call is safe: the server returns the conversation that it has created, and no message was
            // sent.
            if case .ambiguous(let reason) = error { throw SendError.unavailable(reason, retryAfter: nil) }
            throw error
        }
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [ChatModel.Message] {
        try await history.page(of: channel, before: cursor)
    }
}

extension SendError {
    fileprivate init(_ error: AccountError) {
        switch error {
        case .refused(let reason): self = .refused(code: 0, reason)
        case .unavailable(let reason): self = .unavailable(reason, retryAfter: nil)
        case .ambiguous(let reason): self = .ambiguous(reason)
        }
    }
}

extension ResolvedAction {
    /// A Boolean value that indicates whether the request is sent over HTTP alone, which names procedures without their numbers: those
    /// of most procedures are not known here, and the server may go by them (Documentation/Protocol.md §4.3).
    fileprivate var isSentByNameOnly: Bool { if case .call = request { true } else { false } }

    /// A Boolean value that indicates whether other servers than the gateway carry the request out.
    fileprivate var isOfAccount: Bool { if case .account(let action) = request { !action.isOfGateway } else { false } }

    /// The message that the request acts on; zero if there is none.
    fileprivate var target: MessageID {
        switch request {
        case .react(_, let message, _), .unreact(_, let message, _), .edit(let message, _, _), .delete(let message, _),
            .pin(let message):
            message
        case .send, .directMessage, .thread, .editReply, .withdraw, .ephemeral, .clan, .member, .relay, .web, .account, .call: 0
        }
    }
}
