import AsyncSupport
import ChatModel
import MezonProtocol
import Storage
import Synchronization

/// Deliveries that are taken back, before they are sent or after.
extension DeliveryWorker {
    static let withdrawn = "it was withdrawn before it was sent"

    /// Returns whether a delivery is taken back and was certainly not sent, not even in part.
    func isWithdrawnUnsent(_ delivery: Delivery) -> Bool {
        delivery.sentParts == 0 && service.isWithdrawn(delivery) && !service.mayHaveBeenSent(delivery)
    }

    /// Returns the request that removes what an earlier delivery has become.
    ///
    /// - Throws: `ObsoleteDeliveryError` if there is nothing to remove, or if it cannot be removed.
    func withdrawal(of reference: DeliveryReference, for delivery: Delivery) async throws -> ResolvedAction.Request {
        defer { service.endWithdrawal(of: reference) }
        guard let earlier = try await service.settled(reference, before: delivery) else {
            throw ObsoleteDeliveryError(reason: "the request is not waiting")
        }
        guard !earlier.destination.isExternal, let request = try? earlier.outgoing().request else {
            throw ObsoleteDeliveryError(reason: "the request was sent before it could be withdrawn")
        }
        switch request {
        // A part of a message is removed although the rest was withheld.
        case .send(_, _, let topic) where !earlier.message.isNone: return .delete(earlier.message, topic: topic)
        case .relay(let relayed) where relayed.isCopy && !earlier.message.isNone: return .delete(earlier.message, topic: 0)
        case .react(let emoji, let message, let author) where earlier.status == .sent:
            return .unreact(emoji, message: message, author: author)
        default:
            let isSent = earlier.status == .sent
            throw ObsoleteDeliveryError(reason: isSent ? "the request was sent before it could be withdrawn" : "nothing was sent")
        }
    }
}

extension DeliveryService {
    /// Returns whether a delivery behind this one takes it back.
    func isWithdrawn(_ delivery: Delivery) -> Bool {
        state.withLock { !$0.withdrawn.isEmpty && $0.withdrawn.contains(delivery.originalID) }
    }

    func endWithdrawal(of reference: DeliveryReference) {
        state.withLock { _ = $0.withdrawn.remove(reference.originalID) }
    }

    /// The delivery before another one to the same destination, once its result is durable; nil if it is gone, or was moved behind.
    fileprivate func settled(_ reference: DeliveryReference, before delivery: Delivery) async throws -> Delivery? {
        resultWriter.flush()
        return try await resultWriter.keyedSignals.wait(for: reference.cause) { () -> Delivery?? in
            let earlier = try await self.store.outbox.delivery(reference).flatMap { $0.id < delivery.id ? $0 : nil }
            return earlier.map(\.isSettled) == false ? .none : .some(earlier)
        }
    }
}

extension DeliveryService.State {
    /// Notices which deliveries are taken back, as soon as that is handed on or read.
    mutating func noteWithdrawals(in deliveries: [Delivery]) {
        for delivery in deliveries where delivery.decoded != nil || delivery.payload.first == UInt8(ascii: "{") {
            if case .withdraw(let reference)? = try? delivery.outgoing().request { withdrawn.insert(reference.originalID) }
        }
    }
}
