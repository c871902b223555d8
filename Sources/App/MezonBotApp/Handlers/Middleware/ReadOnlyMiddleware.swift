import BotKit

/// Drops all deliveries to a channel.
struct ReadOnlyMiddleware: DeliveryMiddleware {
    let name = "middleware:read_only"

    func precheck(_ outgoing: ResolvedAction) -> Verdict { .drop("the channel is read-only") }
}
