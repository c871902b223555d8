import BotConfiguration
import ChatModel

/// A trigger that fires when enough people have reacted to a message: `reactions: { emoji, people, by_role, member_for }`.
///
/// The rule is about the message: its `author` is the message's author, and conditions see its text. Each person counts once, however
/// many of the emoji they add. Neither bots count nor the author. The trigger fires when the number of people begins to satisfy
/// `people`, and again only after it has fallen below.
struct ReactionsTrigger: Hashable, Sendable {
    /// The emoji that count; all if empty.
    let emoji: Set<String>
    /// The number of people.
    let people: Comparison
    /// The roles of which a person must have one to count; anyone counts if it is empty.
    let roles: Set<RoleID>
    /// The time for which a person must have been a member to count; `nil` for any. A person whose join date is unknown does not count.
    let memberFor: Comparison?

    static let part = "reactions.people"
}
