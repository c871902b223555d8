import BotKit

/// A channel in which the bot listens and never speaks.
struct ReadOnly: OutgoingHook {
    let name = "hook:read_only"

    func precheck(_ outgoing: Outgoing) -> Verdict { .drop("nothing is sent to this channel") }
}
