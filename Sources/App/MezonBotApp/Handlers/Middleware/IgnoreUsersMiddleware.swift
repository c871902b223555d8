import BotKit

/// Drops messages of some accounts, usually other bots, which could otherwise answer each other endlessly.
struct IgnoreUsersMiddleware: EventHandler {
    let users: Set<UserID>
    let name = "middleware:ignore_users"

    func decidesImmediately(_ event: Event, in context: EventContext) -> Bool { true }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        users.contains(message.author.id) ? .drop("\(message.author.id) is an ignored user in this channel") : .pass
    }
}
