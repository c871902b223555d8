import ChatModel
import MezonProtocol
import NIOCore
import SwiftProtobuf

extension ConnectionRouter {
    /// Processes one binary message from a client.
    func receive(_ bytes: [UInt8], from connection: GatewayConnection) {
        guard case .envelope(let envelope)? = try? Frame(bytes) else {
            let refusal = GatewayRequestError(status: 3, errorCode: 1, message: "This is not an envelope.")
            return write(ServerFrame.envelope(.error(refusal, cid: 0)), to: connection)
        }
        let request = GatewayRequest(envelope)
        guard let plan = faults.plan(at: request.point, account: connection.name) else {
            return answer(request, to: connection)
        }
        apply(plan, to: connection) { [weak self] in
            guard let self else { return }
            if let refusal = plan.refusal {
                return self.write(self.frames(.failure(refusal), to: request), to: connection)
            }
            self.answer(request, to: connection, copies: plan.losesAnswer ? 0 : plan.copies)
        }
    }

    /// Performs a request, answers it, and delivers its pushes.
    private func answer(_ request: GatewayRequest, to connection: GatewayConnection, copies: Int = 1) {
        let caller = Caller(user: connection.user, connection: connection.id)
        switch request.content {
        case .call(let rpc, let body):
            do throws(GatewayRequestError) {
                guard let rpc else { throw GatewayRequestError.unimplemented }
                let reply = try state.call(rpc, body, by: caller, at: time.now, using: &generator)
                for _ in 0..<copies { write(frames(.success(reply.answer), to: request), to: connection) }
                deliver(reply.pushes)
            } catch {
                for _ in 0..<copies { write(frames(.failure(error), to: request), to: connection) }
            }
        case .unknown:
            for _ in 0..<copies { write(frames(.failure(.unrecognized), to: request), to: connection) }
        case .message(let message):
            if case .ping? = message, !state.switches.answersPing { return }
            do throws(GatewayRequestError) {
                let reply = try state.answer(message, from: caller, at: time.now)
                var envelope = RtEnvelope()
                envelope.cid = request.cid
                envelope.message = reply.answer
                if copies > 0 {
                    let frame = ServerFrame.envelope(envelope)
                    for _ in 0..<copies { write(frame, to: connection) }
                }
                deliver(reply.pushes)
            } catch {
                for _ in 0..<copies { write(frames(.failure(error), to: request), to: connection) }
            }
        }
    }

    private func write(_ frames: [ByteBuffer], to connection: GatewayConnection) {
        for frame in frames { write(frame, to: connection) }
    }

    /// Returns the frames of an answer to a call, or of a refusal.
    private func frames(_ result: Result<[UInt8], GatewayRequestError>, to request: GatewayRequest) -> [ByteBuffer] {
        guard case .call(let rpc, let body) = request.content else {
            guard case .failure(let refusal) = result else { return [] }
            return [ServerFrame.envelope(.error(refusal, cid: request.cid))]
        }
        // A raw frame has two bytes for the cid (Documentation/Protocol.md §2.2).
        let cid = UInt16(truncatingIfNeeded: request.cid)
        switch result {
        case .failure(let refusal):
            return [ServerFrame.raw(RawFrame(cid: cid, status: refusal.status, payload: Array(refusal.message.utf8)))]
        case .success(let payload):
            if state.switches.updateReply == .envelope, let ack = Self.ack(rpc, body) {
                return [ServerFrame.envelope(.with(cid: request.cid, .channelMessageAck(ack)))]
            }
            guard state.switches.rawChunks == 2, payload.count > 1 else {
                return [ServerFrame.raw(RawFrame(cid: cid, status: 0, payload: payload))]
            }
            let half = payload.count / 2
            return [
                ServerFrame.raw(RawFrame(cid: cid, status: 0, isFinal: false, payload: Array(payload[..<half]))),
                ServerFrame.raw(RawFrame(cid: cid, status: 0, payload: Array(payload[half...]))),
            ]
        }
    }

    /// Returns the acknowledgement of an edit or a delete, for the switch that answers with an envelope.
    private static func ack(_ rpc: RPC?, _ body: [UInt8]) -> RtChannelMessageAck? {
        switch rpc {
        case .updateChannelMessage:
            (try? RtChannelMessageUpdate(serializedBytes: body)).map { GatewayState.ack($0.messageID, in: $0.channelID) }
        case .deleteChannelMessage:
            (try? RtChannelMessageRemove(serializedBytes: body)).map { GatewayState.ack($0.messageID, in: $0.channelID) }
        default: nil
        }
    }
}
