extension MessageID {
    /// Where the web client shows a channel; a message has no address of its own there, so its id stands behind it for those who look it up.
    public func address(in channel: ChannelID, of clan: ClanID) -> String {
        clan.isNone
            ? "https://mezon.ai/chat/direct/message/\(channel)/3#\(self)"
            : "https://mezon.ai/chat/clans/\(clan)/channels/\(channel)#\(self)"
    }
}
