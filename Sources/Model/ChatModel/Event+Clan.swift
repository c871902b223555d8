extension Event {
    /// Returns the clan to which the event belongs: that of its channel as the directory knows it, because the event's own is only what
    /// its sender claims.
    ///
    /// The event's own clan counts where there is no channel, as for a join, and where the directory does not know to which clan the
    /// channel belongs. Direct conversations and groups belong to none, also where only the message says that it is from one.
    ///
    /// - Parameter channel: A channel as the directory knows it.
    package func clan(_ channel: (ChannelID) -> Channel?) -> ClanID {
        guard !self.channel.isNone, let channel = channel(self.channel) else { return isInConversation ? 0 : clan }
        guard channel.clan.isNone else { return channel.clan }
        return [.direct, .group].contains(channel.kind) ? 0 : clan
    }

    private var isInConversation: Bool {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): [.direct, .group].contains(message.mode)
        default: false
        }
    }
}
