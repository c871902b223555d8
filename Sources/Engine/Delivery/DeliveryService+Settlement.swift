import ChatModel
import Foundation
import Logging
import MezonProtocol
import Storage

/// The results of deliveries.
extension DeliveryService {
    func settle(
        _ delivery: Delivery, _ outcome: DeliveryResult.Outcome, copy: DeliveryResult.Copy? = nil,
        externalMessages: [ExternalMessageID] = [], deletedCopies: [MessageID] = [], note: SystemEvent? = nil
    ) {
        var result = DeliveryResult(
            delivery: delivery.id, outcome: outcome, at: time.now, note: note, copy: copy, externalMessages: externalMessages)
        result.deletedCopies = deletedCopies
        resultWriter.settle(
            result, for: delivery.cause, isUrgent: !isVerifiable(outcome, to: delivery.destination))
    }

    /// Records durably that a delivery is about to be sent, for requests that history cannot verify.
    func recordAttempt(of delivery: Delivery) async throws {
        let now = time.now
        try await store.outbox.settle([
            DeliveryResult(delivery: delivery.id, outcome: .retry(at: now, reason: "attempt in progress"), at: now)
        ])
    }

    /// Ends a delivery that has failed permanently.
    ///
    /// - Parameter outgoing: The request; nil if it cannot be decoded.
    func end(_ delivery: Delivery, _ outgoing: ResolvedAction?, as outcome: DeliveryResult.Outcome, because reason: String) {
        warn(delivery, reason)
        // The bot learns of a failed web request, and reports it to the users whom it concerns.
        let note = event(.failure(reason), of: delivery, outgoing) ?? noteFailure(delivery, outgoing, reason)
        resultWriter.settle(
            DeliveryResult(delivery: delivery.id, outcome: outcome, at: time.now, note: note), for: delivery.cause, isUrgent: true
        )
    }

    /// Returns whether the channel's history shows the outcome if a crash loses its record.
    private func isVerifiable(_ outcome: DeliveryResult.Outcome, to destination: ChannelID) -> Bool {
        switch outcome {
        case .sent, .partSent: sender(destination).repetition == .verified
        case .retry, .failed, .dead, .skipped: false
        }
    }

    /// Ends a delivery that depends on a failed one. The failure has already been reported.
    func endUnattempted(_ delivery: Delivery) {
        let reason = "an earlier action failed"
        warn(delivery, reason)
        settle(delivery, .failed(reason))
    }

    private func warn(_ delivery: Delivery, _ reason: String) {
        logger.warning(
            "Delivery not sent",
            metadata: [
                "outbox.delivery": "\(delivery.id)", "outbox.author": "\(delivery.author)",
                "outbox.channel": "\(delivery.destination)",
                "outbox.reason": "\(reason)",
            ])
    }
}
