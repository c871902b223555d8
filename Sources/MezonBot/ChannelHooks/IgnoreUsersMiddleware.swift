import BotKit

/// Keeps messages of some accounts from everybody who comes after: other bots, as a rule, which else answer each other for ever.
struct IgnoreUsersMiddleware: EventHandler {
    let users: Set<UserID>
    let name = "hook:ignore_users"

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        users.contains(message.author.id) ? .drop("\(message.author.id) is ignored here") : .pass
    }
}
