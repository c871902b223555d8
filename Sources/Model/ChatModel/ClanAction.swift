/// An action on a clan as a whole, or on one of its channels.
@nonexhaustive
public enum ClanAction: Hashable, Sendable, Codable {
    /// Archives a thread: the one of a name under the event's channel, or the event's own if the name is nil.
    case archiveThread(named: String?)
    /// Changes the account's own nickname in a clan; an empty one is removed. Mezon has no call that renames other members.
    case nickname(String, of: ClanID)
    /// Changes the account's own status text in a clan; an empty one is removed.
    case status(String, of: ClanID)
    /// Creates a channel.
    case createChannel(NewChannel, of: ClanID)
    /// Archives a channel.
    case archiveChannel(ChannelID)

    /// The action's name in listings and traces.
    public var kind: String {
        switch self {
        case .archiveThread: "archive_thread"
        case .nickname: "nickname"
        case .status: "set_status"
        case .createChannel: "create_channel"
        case .archiveChannel: "archive_channel"
        }
    }

    /// The clan concerned; nil if the action concerns one channel.
    package var clan: ClanID? {
        switch self {
        case .archiveThread, .archiveChannel: nil
        case .nickname(_, let clan), .status(_, let clan), .createChannel(_, let clan): clan
        }
    }

    /// The channel concerned, if the action names it.
    package var channel: ChannelID? { if case .archiveChannel(let channel) = self { channel } else { nil } }
}
