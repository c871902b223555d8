package import BotConfig
package import MezonModel

/// What the desk is told by the configuration, and asks the house.
package struct DeskSettings: Sendable {
    /// Where moderators are told.
    package var channel: ChannelID?
    package var prefix: String
    package var phrases: Phrases
    let isModerator: @Sendable (UserID, ClanID) -> Bool

    /// - Parameter isModerator: whether somebody may decide about others in a clan.
    package init(_ configuration: Configuration, isModerator: @escaping @Sendable (UserID, ClanID) -> Bool) {
        channel = configuration.moderation.channel
        prefix = configuration.bot.prefix
        phrases = Phrases(configuration.bot.locale)
        self.isModerator = isModerator
    }
}
