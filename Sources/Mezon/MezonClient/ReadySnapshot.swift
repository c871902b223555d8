package import ChatModel

/// The bot's user, clans and channels, as listed when the connection became ready.
package struct ReadySnapshot: Hashable, Sendable {
    package var me: UserID
    package var clans: [Clan]
    /// The channels of all clans, then direct conversations and groups, as listed.
    package var channels: [Channel]

    package init(me: UserID, clans: [Clan] = [], channels: [Channel] = []) {
        self.me = me
        self.clans = clans
        self.channels = channels
    }
}
