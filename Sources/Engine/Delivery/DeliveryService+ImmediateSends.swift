import BotKit
import ChatModel
import MezonProtocol
import Storage

/// The deliveries that need no worker: a new message that is sent as it is, to a known channel, in one part.
extension DeliveryService {
    /// Returns the request of a delivery that can be sent without waiting for anything; nil for any other one.
    func immediateRequest(for delivery: Delivery, by sender: any ImmediateSender) -> OutboundRequest? {
        guard delivery.after == .nothing, delivery.sentParts == 0, sender.repetition == .verified, !mayHaveBeenSent(delivery),
            let channel = store.directory.channel(delivery.destination),
            let outgoing = try? delivery.outgoing(),
            case .send(let draft, _, _) = outgoing.request, draft.attachments.isEmpty,
            sender.splitter?.fits(draft) ?? true, middleware(delivery.destination).allSatisfy({ $0.ignores(outgoing) })
        else { return nil }
        return OutboundRequest(outgoing, in: channel, ticket: delivery.idempotencyKey(ofPart: 0))
    }
}

extension Delivery {
    /// Returns the request.
    ///
    /// - Throws: `WireError.notARequest`.
    func outgoing() throws -> ResolvedAction { try decoded ?? ResolvedActionCodec.outgoing(payload) }

    /// The identifier of a part that is the same for each attempt.
    func idempotencyKey(ofPart index: Int) -> String { "\(createdAt.milliseconds)-\(originalID)-\(index)" }
}
