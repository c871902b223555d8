/// A voice channel with the users who are in it.
public struct VoiceChannelUsers: Hashable, Sendable, Codable {
    /// The voice channel.
    public var channel: ChannelID
    /// The users, in the order in which the server lists them.
    public var users: [UserID]

    /// Creates a room.
    public init(channel: ChannelID, users: [UserID]) {
        self.channel = channel
        self.users = users
    }
}
