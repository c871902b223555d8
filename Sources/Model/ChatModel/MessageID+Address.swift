extension MessageID {
    /// Returns the address at which the web client shows the channel. Messages have no address of their own, so the id follows as
    /// a fragment.
    public func address(in channel: ChannelID, of clan: ClanID) -> String {
        clan.isNone
            ? "https://mezon.ai/chat/direct/message/\(channel)/3#\(self)"
            : "https://mezon.ai/chat/clans/\(clan)/channels/\(channel)#\(self)"
    }
}
