import ChatModel
import Storage

extension ResolvedAction {
    var web: AddressedWebRequest? { if case .web(let web) = request { web } else { nil } }
}

extension DeliveryService {
    /// Returns the event that reports the outcome of a web request to its author; nil for a delivery of another kind.
    func event(_ outcome: WebResponse.Outcome, of delivery: Delivery, _ outgoing: ResolvedAction?) -> SystemEvent? {
        outgoing?.web.map { .response(WebResponse(outcome, to: $0, as: delivery.id, by: delivery.author, at: time.now)) }
    }
}
