import ChatModel
import MezonProtocol
import Storage

/// Concurrent deliveries for senders that preserve the order of several requests.
///
/// Only new messages are sent together. A delivery that refers to an earlier message, depends on another one, or may have been
/// sent before is sent alone.
extension DeliveryWorker {
    private struct Ready {
        let delivery: Delivery
        let outboundRequest: OutboundRequest
    }

    /// The maximum number of deliveries considered together.
    var maxConcurrent: Int { (sender as? any OrderedSender)?.maxBatch ?? 1 }

    /// Delivers several deliveries in order.
    mutating func process(_ deliveries: [Delivery]) async throws {
        guard deliveries.count > 1, let sender = sender as? any OrderedSender else {
            for delivery in deliveries { try await process(delivery) }
            return
        }
        var batch: [Ready] = []
        for delivery in deliveries {
            if let ready = try await ready(delivery) {
                batch.append(ready)
            } else {
                try await send(batch, by: sender)
                batch = []
                try await process(delivery)
            }
        }
        try await send(batch, by: sender)
    }

    /// The delivery as a single message that can be sent together with others; nil if it must be sent alone or not at all.
    private mutating func ready(_ delivery: Delivery) async throws -> Ready? {
        guard delivery.after == .nothing, delivery.sentParts == 0, !service.mayHaveBeenSent(delivery),
            !service.isWithdrawn(delivery), let outgoing = try? delivery.outgoing(), outgoing.standsAlone,
            outgoing.draft?.attachments.isEmpty ?? true  // Uploads may be slow and must not delay the preceding deliveries.
        else { return nil }
        do {
            let resolved = try await resolved(outgoing, of: delivery)
            guard resolved.count == 1 else { return nil }
            let parts = try parts(of: try await prepared(resolved[0], of: delivery.cause))
            guard parts.count == 1, case .send = parts[0].request else { return nil }
            var outboundRequest = outboundRequest(parts[0], 0, of: delivery, relaying: outgoing.relayed)
            outboundRequest.channel = try await channel(for: parts[0])
            return Ready(delivery: delivery, outboundRequest: outboundRequest)
        } catch let error where !(error is CancellationError) {
            return nil  // The error occurs again when it is sent alone, and is reported there.
        }
    }

    private mutating func send(_ batch: [Ready], by sender: any OrderedSender) async throws {
        guard batch.count > 1 else {
            for ready in batch { try await process(ready.delivery) }
            return
        }
        try await limitUndurableSends(batch.count)
        try await sender.waitUntilConnected(to: destination)
        try await service.store.lease.waitUntilCurrent()
        var failed: [(delivery: Delivery, error: SendError)] = []
        for (ready, result) in zip(batch, try await sender.send(batch.map(\.outboundRequest))) {
            switch result {
            case .success(let sent):
                note(sent)
                settle(ready.delivery, sent, ready.outboundRequest.outgoing, 0, of: 1, relaying: ready.outboundRequest.relayed)
            case .failure(let error):
                failed.append((ready.delivery, error))
            }
        }
        lastBatchCount -= failed.count
        failedCount = failed.count
        for (delivery, error) in failed {
            failedCount -= 1
            try await process(delivery, after: error)
        }
    }
}

extension ResolvedAction {
    /// A Boolean value that indicates whether the request is a message without a reference.
    fileprivate var standsAlone: Bool {
        switch request {
        case .send(_, nil, _): true
        case .relay(let relayed): if case .show(_, nil) = relayed.operation { true } else { false }
        default: false
        }
    }
}
