import BotKit

/// Keeps messages of some accounts from everybody who comes after: other bots, as a rule, which else answer each other for ever.
struct IgnoreUsers: Participant {
    let users: Set<UserID>
    let name = "hook:ignore_users"

    func precheck(_ message: Message, _ context: Occasion) -> Verdict {
        users.contains(message.author.id) ? .drop("\(message.author.id) is ignored here") : .pass
    }
}
