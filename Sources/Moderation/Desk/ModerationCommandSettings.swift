package import BotConfig
package import MezonModel

/// The moderation settings, with the functions that query the application.
package struct ModerationCommandSettings: Sendable {
    /// The channel for matters that do not belong to a single clan.
    package var channel: ChannelID?
    package var prefix: String
    package var phrases: ModerationMessages
    /// Returns the channel in which a clan's moderators are notified.
    let alerts: @Sendable (ClanID) -> ChannelID?
    let isModerator: @Sendable (UserID, ClanID) -> Bool
    let isEnforced: @Sendable (String) -> Bool
    private let place: @Sendable (ChannelID) -> Channel?
    private let chats: PerClan<Chat>

    /// The command prefix and the messages for a clan.
    private struct Chat: Sendable {
        var prefix: String
        var phrases: ModerationMessages
    }

    /// - Parameters:
    ///   - place: Returns a channel from the directory.
    ///   - alerts: Returns the channel in which a clan's moderators are notified; `nil` if there is none.
    ///   - isModerator: Returns whether a user may decide about others in a clan.
    ///   - isEnforced: Returns whether the rule with an id is enforced.
    package init(
        _ configuration: Configuration, place: @escaping @Sendable (ChannelID) -> Channel?,
        alerts: @escaping @Sendable (ClanID) -> ChannelID?, isModerator: @escaping @Sendable (UserID, ClanID) -> Bool,
        isEnforced: @escaping @Sendable (String) -> Bool
    ) {
        channel = configuration.moderation.channel
        chats = configuration.perClan { Chat(prefix: $0.prefix, phrases: ModerationMessages($0.locale, in: $0.timeZone)) }
        prefix = chats.base.prefix
        phrases = chats.base.phrases
        self.place = place
        self.alerts = alerts
        self.isModerator = isModerator
        self.isEnforced = isEnforced
    }

    /// Returns the settings with the prefix and language of a clan.
    func of(_ clan: ClanID) -> ModerationCommandSettings {
        var own = self
        own.prefix = chats[clan].prefix
        own.phrases = chats[clan].phrases
        return own
    }

    /// Returns the clan in which a command was given: that of its channel, regardless of the message. Returns `nil` for direct
    /// conversations and groups.
    func clan(of message: Message) -> ClanID? {
        guard let channel = place(message.channel) else { return message.clan.isNone ? nil : message.clan }
        if !channel.clan.isNone { return channel.clan }
        return [.direct, .group].contains(channel.kind) || message.clan.isNone ? nil : message.clan
    }
}
