import ChatModel
import MezonProtocol
import Storage

/// Copies that are sent again although an earlier attempt may have arrived, and whose originals have changed since.
extension DeliveryWorker {
    /// Looks for such a copy in history, by the text that it had, and returns the requests that change or delete it; nil if there is no
    /// such copy.
    mutating func changes(ofArrived relayed: RelayedMessage, for delivery: Delivery) async throws -> [ResolvedAction.Request]? {
        guard service.mayHaveBeenSent(delivery), delivery.sentParts == 0, relayed.isCopy,
            let change = try await service.laterChange(of: relayed, than: delivery)
        else { return nil }
        let shows = sender.showsAuthorProfiles
        guard let draft = (shows ? relayed : relayed.withNameInText).draft else { return nil }
        let shown = ResolvedAction(channel: destination, request: .send(draft, answering: nil, topic: 0))
        let first = try parts(of: try await prepared(shown, of: delivery.cause))[0]
        guard let arrived = try await settledByHistory(first, of: delivery, in: try await channel(for: first)) else { return nil }
        // Later edits and deletions find the copy by this.
        let copy = DeliveryResult.Copy(of: relayed.origin, in: relayed.channel, by: relayed.author, part: 0)
        service.settle(delivery, .partSent(arrived), copy: copy)
        guard case .edit = change.operation, let text = (shows ? change : change.withNameInText).draft else {
            return [.delete(arrived, topic: 0)]
        }
        return try service.edits(of: [arrived], to: text, at: destination)
    }
}
