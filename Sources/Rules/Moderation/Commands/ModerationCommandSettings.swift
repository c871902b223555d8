package import BotConfiguration
package import ChatModel

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
    private let channelLookup: @Sendable (ChannelID) -> Channel?
    private let privateChannels: Set<ChannelID>
    private let chats: PerClan<Chat>
    /// The command prefixes of all clans.
    private let prefixes: Set<String>

    /// The command prefix and the messages for a clan.
    private struct Chat: Sendable {
        var prefix: String
        var phrases: ModerationMessages
    }

    /// - Parameters:
    ///   - channelLookup: Returns a channel from the directory.
    ///   - alerts: Returns the channel in which a clan's moderators are notified; `nil` if there is none.
    ///   - isModerator: Returns whether a user may decide about others in a clan.
    ///   - isEnforced: Returns whether the rule with an id is enforced.
    package init(
        _ configuration: Configuration, channelLookup: @escaping @Sendable (ChannelID) -> Channel?,
        alerts: @escaping @Sendable (ClanID) -> ChannelID?, isModerator: @escaping @Sendable (UserID, ClanID) -> Bool,
        isEnforced: @escaping @Sendable (String) -> Bool
    ) {
        channel = configuration.moderation.channel
        chats = configuration.perClan { Chat(prefix: $0.prefix, phrases: ModerationMessages($0.locale, in: $0.timeZone)) }
        prefixes = Set(chats.all.map(\.prefix)).subtracting([""])
        prefix = chats.base.prefix
        phrases = chats.base.phrases
        self.channelLookup = channelLookup
        privateChannels = configuration.privateChannels
        self.alerts = alerts
        self.isModerator = isModerator
        self.isEnforced = isEnforced
    }

    /// Returns whether a message begins with a prefix of any clan. Most messages do not, and need no look-up of their clan.
    func mayBeCommand(_ message: Message) -> Bool { prefixes.contains { message.text.hasPrefix($0) } }

    /// Returns the settings with the prefix and language of a clan.
    func of(_ clan: ClanID) -> ModerationCommandSettings {
        var own = self
        own.prefix = chats[clan].prefix
        own.phrases = chats[clan].phrases
        return own
    }

    /// Returns whether everybody who reads an answer in one channel may read what was said in another.
    func mayRead(_ source: ChannelID, in channel: ChannelID) -> Bool {
        let readers = PlaceReaders(privateChannels: privateChannels, channel: channelLookup)
        return !readers.isPrivate(source) || readers.areTheSame(in: source, and: channel)
    }

    /// The clan in which a command was given: that of its channel, whatever the message says. Nil in direct conversations and groups.
    func clan(of message: Message) -> ClanID? {
        let clan = Event.message(message).clan(channelLookup)
        return clan.isNone ? nil : clan
    }
}
