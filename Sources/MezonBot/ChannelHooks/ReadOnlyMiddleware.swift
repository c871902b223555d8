import BotKit

/// A channel in which the bot listens and never speaks.
struct ReadOnlyMiddleware: DeliveryMiddleware {
    let name = "hook:read_only"

    func precheck(_ outgoing: ResolvedAction) -> Verdict { .drop("nothing is sent to this channel") }
}
