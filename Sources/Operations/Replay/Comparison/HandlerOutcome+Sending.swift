import Storage

extension HandlerOutcome.RequestedDelivery {
    init(_ delivery: Delivery) {
        self.init(
            ordinal: delivery.ordinal, destination: delivery.destination, payload: delivery.payload, after: delivery.after)
    }

    init(_ delivery: NewDelivery) {
        self.init(
            ordinal: delivery.ordinal, destination: delivery.destination, payload: delivery.payload, after: delivery.after)
    }
}
