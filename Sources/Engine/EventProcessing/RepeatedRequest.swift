import ChatModel
import MezonProtocol
import Storage

/// A web request that a bot made before an operator asked it again about the same event.
struct RepeatedRequest {
    fileprivate let request: AddressedWebRequest
    fileprivate let idempotencyKey: String

    /// - Returns: nil if the delivery is no web request of the author, or its content was erased.
    init?(_ delivery: Delivery, of author: String) {
        guard delivery.author == author, case .web(let request)? = (try? ResolvedActionCodec.outgoing(delivery.payload))?.request
        else { return nil }
        self.request = request
        idempotencyKey = request.idempotencyKey ?? delivery.idempotencyKey(ofPart: 0)
    }
}

extension [RepeatedRequest] {
    /// Gives a request that was made before the key of its first attempt, by which the server recognizes it. Two equal requests of
    /// one turn are two requests, with two keys.
    mutating func identify(_ action: inout ResolvedAction) {
        guard case .web(var web) = action.request, let match = first(where: { $0.request.isSameRequest(as: web) }) else { return }
        removeAll { $0.idempotencyKey == match.idempotencyKey }
        web.idempotencyKey = match.idempotencyKey
        action.request = .web(web)
    }
}
