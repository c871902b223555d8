import Foundation
import MezonModel
import MezonWire
import SwiftProtobuf

/// An outgoing request as the socket carries it, and what of its answer is read.
struct SocketRequest {
    private enum Answer {
        /// An acknowledgement that names the new message.
        case acknowledgement
        /// Anything that is no error; the message is known beforehand, and zero where none is concerned.
        case success(MessageID)
    }

    let envelope: RtEnvelope
    /// Whether it may need the channel to be joined.
    let isSaidInChannel: Bool
    private let answer: Answer

    /// - Returns: nil where nothing is left to be asked for.
    init?(_ outgoing: ResolvedAction, in channel: MezonModel.Channel, at now: Date) {
        switch RequestTransport(outgoing, in: channel, at: now) {
        case .envelope(let envelope): self.envelope = envelope
        case .procedure(let rpc, let body): envelope = Self.envelope(rpc, body)
        case .nothing: return nil
        }
        if case .member = outgoing.request { isSaidInChannel = false } else { isSaidInChannel = true }
        answer =
            switch outgoing.request {
            case .send, .direct: .acknowledgement
            case .react(_, let message, _), .unreact(_, let message, _), .edit(let message, _, _), .delete(let message, _),
                .pin(let message):
                .success(message)
            // A whisper's answer names an id that nothing can be done with: nobody keeps the message.
            case .editReply, .whisper, .member, .relay: .success(0)
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
        }
    }
}
