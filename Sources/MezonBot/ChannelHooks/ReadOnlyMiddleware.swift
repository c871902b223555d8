import BotKit

/// Drops all deliveries to a channel.
struct ReadOnlyMiddleware: DeliveryMiddleware {
    let name = "hook:read_only"

    func precheck(_ outgoing: ResolvedAction) -> Verdict { .drop("the channel is read-only") }
}
