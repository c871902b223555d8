package import MezonModel

/// What we are and where we are, as the server listed it when the connection became ready.
package struct ReadySnapshot: Hashable, Sendable {
    package var me: UserID
    package var clans: [Clan]
    /// Channels of all clans, then direct conversations and groups, as listed.
    package var channels: [Channel]

    package init(me: UserID, clans: [Clan] = [], channels: [Channel] = []) {
        self.me = me
        self.clans = clans
        self.channels = channels
    }
}
