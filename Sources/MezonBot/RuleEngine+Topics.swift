import BotKit
import MezonModel
import Moderation
import Rules

extension RuleEngine {
    /// What the rules in force answer to commands in a channel, and for moderators what the application itself does.
    ///
    /// - Parameter member: the one who asks, as a member of the channel's clan.
    func topics(in channel: Channel?, for user: UserID, _ member: Member?) -> [HelpTopic] {
        let rules = current
        let ofRules = channel.map { channel in rules.listing.filter { $0.mode == .enforce && $0.applies(in: channel) } } ?? []
        let topics = ofRules.flatMap { rule in rule.commands.map { HelpTopic($0, rule.title, vi: rule.title) } }
        return topics + (rules.isModerator(user, member) ? ModerationCommandHandler.topics : [])
    }
}
