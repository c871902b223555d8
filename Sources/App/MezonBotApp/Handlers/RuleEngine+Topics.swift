import BotKit
import ChatModel
import Moderation
import RuleEngine

extension RuleEngine {
    /// The help topics of the active rules in a channel, with the application's moderation commands for moderators.
    ///
    /// - Parameter directory: The lookup for the user's roles in the channel's clan.
    func topics(in channel: Channel?, for user: UserID, seeing directory: DirectoryLookup) -> [HelpTopic] {
        let rules = current
        let ofRules = channel.map { channel in rules.listing.filter { $0.mode == .enforce && $0.applies(in: channel) } } ?? []
        let topics = ofRules.flatMap { rule in rule.commands.map { HelpTopic($0, rule.title, vi: rule.title) } }
        return topics
            + (rules.isModerator(user, of: channel?.clan ?? 0, seeing: directory) ? ModerationCommandHandler.topics : [])
    }
}
