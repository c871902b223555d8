import BotConfiguration
import ChatModel

extension ReactionsTrigger {
    func concerns(_ reaction: Reaction) -> Bool { emoji.isEmpty || emoji.contains(reaction.emoji) }

    /// Returns whether the user who caused the event counts.
    func counts(_ facts: Facts) -> Bool {
        guard !facts.actor.isNone, facts.actor != facts.me, facts.actor != facts.messageAuthor, !facts.isByBot else {
            return false
        }
        if !roles.isEmpty, roles.isDisjoint(with: facts.member(facts.actor)?.roles ?? []) { return false }
        guard let memberFor else { return true }
        return facts.membership(of: facts.actor).map(memberFor.holds) ?? false
    }
}
