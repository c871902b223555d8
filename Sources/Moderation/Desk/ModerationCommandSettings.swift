package import BotConfig
package import MezonModel

/// The settings of moderation, and the questions that it asks the application.
package struct ModerationCommandSettings: Sendable {
    /// The channel for what concerns no clan alone.
    package var channel: ChannelID?
    package var prefix: String
    package var phrases: ModerationMessages
    /// The channel in which the moderators of a clan are told.
    let alerts: @Sendable (ClanID) -> ChannelID?
    let isModerator: @Sendable (UserID, ClanID) -> Bool
    let isEnforced: @Sendable (String) -> Bool
    private let place: @Sendable (ChannelID) -> Channel?

    /// - Parameters:
    ///   - place: a channel as the directory knows it.
    ///   - alerts: where the moderators of a clan are told; nil for nowhere.
    ///   - isModerator: whether somebody may decide about others in a clan.
    ///   - isEnforced: whether a rule acts, by its id.
    package init(
        _ configuration: Configuration, place: @escaping @Sendable (ChannelID) -> Channel?,
        alerts: @escaping @Sendable (ClanID) -> ChannelID?, isModerator: @escaping @Sendable (UserID, ClanID) -> Bool,
        isEnforced: @escaping @Sendable (String) -> Bool
    ) {
        channel = configuration.moderation.channel
        prefix = configuration.bot.prefix
        phrases = ModerationMessages(configuration.bot.locale, in: configuration.bot.timeZone)
        self.place = place
        self.alerts = alerts
        self.isModerator = isModerator
        self.isEnforced = isEnforced
    }

    /// The clan in which a command was given: that of its channel, whatever the message says. Nil in direct conversations and groups.
    func clan(of message: Message) -> ClanID? {
        guard let channel = place(message.channel) else { return message.clan.isNone ? nil : message.clan }
        if !channel.clan.isNone { return channel.clan }
        return [.direct, .group].contains(channel.kind) || message.clan.isNone ? nil : message.clan
    }
}
