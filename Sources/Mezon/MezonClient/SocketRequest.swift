import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// An outgoing request in the socket's form, and the interpretation of its response.
struct SocketRequest {
    private enum Answer {
        /// An acknowledgement that contains the id of the new message.
        case acknowledgement
        /// The response of the procedure that creates a poll.
        case poll
        /// Any response that is not an error. The message is known beforehand; zero if none is concerned.
        case success(MessageID)
    }

    let envelope: RtEnvelope
    /// A Boolean value that indicates whether the request may require the channel to be joined.
    let mayRequireJoin: Bool
    private let answer: Answer

    /// Creates a request; nil if there is nothing to send.
    init?(_ outgoing: ResolvedAction, in channel: ChatModel.Channel, at now: Date) {
        switch RequestTransport(outgoing, in: channel, at: now) {
        case .envelope(let envelope): self.envelope = envelope
        case .procedure(let rpc, let body): envelope = Self.envelope(rpc, body)
        // The sender takes HTTP for a call given by its name alone.
        case .call, .nothing: return nil
        }
        mayRequireJoin =
            switch outgoing.request {
            case .member, .clan, .account, .call: false
            default: true
            }
        answer =
            switch outgoing.request {
            case .send, .directMessage, .thread: outgoing.poll == nil ? .acknowledgement : .poll
            case .react(_, let message, _), .unreact(_, let message, _), .edit(let message, _, _), .delete(let message, _),
                .pin(let message):
                .success(message)
            // The acknowledgement of an ephemeral message contains an id that cannot be used, because the message is not stored.
            case .editReply, .withdraw, .ephemeral, .clan, .member, .relay, .web, .account, .call: .success(0)
            }
    }

    static func envelope(_ rpc: RPC, _ body: [UInt8]) -> RtEnvelope {
        .with {
            $0.apiRequestEvent = .with {
                $0.apiIndex = rpc.index
                $0.apiName = rpc.rawValue
                $0.body = Data(body)
            }
        }
    }

    /// Returns the id of the message concerned.
    ///
    /// - Throws: `SocketError.refused`, `.unexpectedReply`.
    func message(answeredBy reply: ServerReply) throws -> MessageID {
        switch answer {
        case .success(let message):
            try reply.expectSuccess()
            return message
        case .acknowledgement:
            let envelope = try reply.envelope()
            guard case .channelMessageAck(let ack) = envelope.message, ack.messageID > 0 else {
                throw SocketError.unexpectedReply("no acknowledgement of a message")
            }
            return MessageID(ack.messageID)
        case .poll:
            let poll = try reply.response(ApiCreatePollResponse.self)
            guard poll.messageID > 0 else { throw SocketError.unexpectedReply("no id of the poll's message") }
            return MessageID(poll.messageID)
        }
    }
}
