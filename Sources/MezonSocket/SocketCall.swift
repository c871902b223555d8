import Foundation
import MezonModel
import MezonWire
import SwiftProtobuf

/// An outgoing request as the socket carries it: sends and reactions as envelopes, edits and deletes as remote procedures.
struct SocketCall {
    private enum Answer {
        /// An acknowledgement that names the new message.
        case acknowledgement
        /// Anything that is no error; the message is known beforehand.
        case success(MessageID)
    }

    let envelope: RtEnvelope
    private let answer: Answer

    init(_ outgoing: Outgoing, in channel: MezonModel.Channel) {
        let direct = OutgoingWire.envelope(outgoing, in: channel)
        switch outgoing.request {
        case .send:
            envelope = direct
            answer = .acknowledgement
        case .react(_, let message, _):
            envelope = direct
            answer = .success(message)
        case .edit(let message, _, _):
            envelope = Self.envelope(.updateChannelMessage, direct.channelMessageUpdate)
            answer = .success(message)
        case .delete(let message, _):
            envelope = Self.envelope(.deleteChannelMessage, direct.channelMessageRemove)
            answer = .success(message)
        }
    }

    static func envelope(_ rpc: RPC, _ request: some SwiftProtobuf.Message) -> RtEnvelope {
        .with {
            $0.apiRequestEvent = .with {
                $0.apiIndex = rpc.index
                $0.apiName = rpc.rawValue
                $0.body = Data(request.wireBytes)
            }
        }
    }

    /// - Throws: `SocketError.refused`, `.unexpectedReply`.
    func message(answeredBy reply: Reply) throws -> MessageID {
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
