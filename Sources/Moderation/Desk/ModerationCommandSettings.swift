package import BotConfig
package import MezonModel

/// What the desk is told by the configuration, and asks the house.
package struct ModerationCommandSettings: Sendable {
    /// Where moderators are told.
    package var channel: ChannelID?
    package var prefix: String
    package var phrases: ModerationMessages
    let isModerator: @Sendable (UserID, ClanID) -> Bool
    let isEnforced: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - isModerator: whether somebody may decide about others in a clan.
    ///   - isEnforced: whether a rule acts, by its id.
    package init(
        _ configuration: Configuration, isModerator: @escaping @Sendable (UserID, ClanID) -> Bool,
        isEnforced: @escaping @Sendable (String) -> Bool
    ) {
        channel = configuration.moderation.channel
        prefix = configuration.bot.prefix
        phrases = ModerationMessages(configuration.bot.locale, in: configuration.bot.timeZone)
        self.isModerator = isModerator
        self.isEnforced = isEnforced
    }
}
