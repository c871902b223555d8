/// The receiver of deliveries as they are committed.
package protocol OutboxSubscriber: Sendable {
    /// Takes durable deliveries, in the order of their ids. It is called on the writer's thread and must not wait.
    func take(_ deliveries: [Delivery])
}
