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
    private let privateChannels: Set<ChannelID>
    private let chats: PerClan<Chat>

    /// The prefix and the texts of the bot in a clan.
    private struct Chat: Sendable {
        var prefix: String
        var phrases: ModerationMessages
    }

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
        chats = configuration.perClan { Chat(prefix: $0.prefix, phrases: ModerationMessages($0.locale, in: $0.timeZone)) }
        prefix = chats.base.prefix
        phrases = chats.base.phrases
        self.place = place
        privateChannels = configuration.privateChannels
        self.alerts = alerts
        self.isModerator = isModerator
        self.isEnforced = isEnforced
    }

    /// The same with the prefix and the language of a clan.
    func of(_ clan: ClanID) -> ModerationCommandSettings {
        var own = self
        own.prefix = chats[clan].prefix
        own.phrases = chats[clan].phrases
        return own
    }

    /// Returns whether everybody who reads an answer in one channel may read what was said in another.
    func mayRead(_ source: ChannelID, in channel: ChannelID) -> Bool {
        let readers = PlaceReaders(privateChannels: privateChannels, channel: place)
        return !readers.isPrivate(source) || readers.areTheSame(in: source, and: channel)
    }

    /// The clan in which a command was given: that of its channel, whatever the message says. Nil in direct conversations and groups.
    func clan(of message: Message) -> ClanID? {
        let clan = Event.message(message).clan(place)
        return clan.isNone ? nil : clan
    }
}
