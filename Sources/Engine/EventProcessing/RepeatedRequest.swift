import ChatModel
import MezonProtocol
import Storage

/// A web request or an order for tokens that a bot made before an operator asked it again about the same event.
struct RepeatedRequest {
    fileprivate let request: ResolvedAction.Request
    fileprivate let idempotencyKey: String

    /// - Returns: nil if the delivery is no such request of the author, or its content was erased.
    init?(_ delivery: Delivery, of author: String) {
        guard delivery.author == author, let request = (try? ResolvedActionCodec.outgoing(delivery.payload))?.request else {
            return nil
        }
        switch request {
        case .web(let web): idempotencyKey = web.idempotencyKey ?? delivery.idempotencyKey(ofPart: 0)
        case .account(.sendTokens), .account(.giveCoffee): idempotencyKey = delivery.idempotencyKey(ofPart: 0)
        default: return nil
        }
        self.request = request
    }

    fileprivate func isSameRequest(as web: AddressedWebRequest) -> Bool {
        if case .web(let former) = request { former.isSameRequest(as: web) } else { false }
    }

    /// The note of a former order may have been erased.
    fileprivate func isSameOrder(as order: AccountAction) -> Bool {
        guard case .account(let former) = request else { return false }
        if case .sendTokens(let tokens, let user, let note) = order, case .sendTokens(tokens, user, let known) = former {
            return known == note || known.isEmpty
        }
        if case .giveCoffee = order { return former == order }
        return false
    }
}

extension [RepeatedRequest] {
    /// Gives a web request that was made before the key of its first attempt, by which the server recognizes it. Two equal requests of
    /// one turn are two requests, with two keys.
    mutating func identify(_ action: inout ResolvedAction) {
        guard case .web(var web) = action.request, let match = first(where: { $0.isSameRequest(as: web) }) else { return }
        removeAll { $0.idempotencyKey == match.idempotencyKey }
        web.idempotencyKey = match.idempotencyKey
        action.request = .web(web)
    }

    /// Returns whether an action is an order for tokens that was given before: it is executed, waits, or has a dead letter of its own.
    /// Two equal orders of one turn are two orders.
    mutating func containsOrder(_ action: ResolvedAction) -> Bool {
        guard case .account(let order) = action.request, let match = firstIndex(where: { $0.isSameOrder(as: order) })
        else { return false }
        remove(at: match)
        return true
    }
}
