import AsyncSupport
import BotKit
import ChatModel
import MezonProtocol
import Storage

/// Lookup of earlier answers for edits.
extension DeliveryService {
    /// The reply of a delivery's author to a message in the same channel; nil if none was sent.
    ///
    /// Deliveries of a channel are in order, so the reply has been settled, but its result may not be durable yet.
    func answer(to message: MessageID, before delivery: Delivery) async throws -> MessageID? {
        let earlier = try await store.outbox.deliveries(about: message, before: delivery)
        guard let answer = earlier.first(where: { $0.isReply(to: message) }) else { return nil }
        let settled = try await resultWriter.keyedSignals.wait(for: answer.cause) {
            try await self.store.outbox.deliveries(about: message, before: delivery).first { $0.id == answer.id && $0.isSettled }
        }
        return settled.message.isNone ? nil : settled.message
    }
}

extension Delivery {
    var isSettled: Bool {
        switch status {
        case .pending, .sending: false
        case .sent, .failed, .dead, .skipped, .damaged: true
        }
    }

    fileprivate func isReply(to message: MessageID) -> Bool {
        guard case .send(_, let reference?, _)? = try? ResolvedActionCodec.outgoing(payload).request else { return false }
        return reference.message == message
    }
}
