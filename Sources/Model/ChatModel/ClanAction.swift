/// An action on a clan as a whole, or on one of its channels.
@nonexhaustive
public enum ClanAction: Hashable, Sendable, Codable {
    /// Archives a thread: the one of a name under the event's channel, or the event's own if the name is nil.
    case archiveThread(named: String?)
    /// Changes the account's own nickname in a clan; an empty one is removed. Mezon has no call that renames other members.
    case nickname(String, of: ClanID)

    /// The action's name in listings and traces.
    public var kind: String {
        switch self {
        case .archiveThread: "archive_thread"
        case .nickname: "nickname"
        }
    }

    /// The clan concerned; nil if the action concerns one channel.
    package var clan: ClanID? {
        switch self {
        case .archiveThread: nil
        case .nickname(_, let clan): clan
        }
    }
}
