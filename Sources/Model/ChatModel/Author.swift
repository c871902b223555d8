/// The author of a message, with the names of their account and of the clan.
public struct Author: Hashable, Sendable, Codable {
    /// The user's id.
    public var id: UserID
    /// The account's name.
    public var username: String
    /// The account's display name; may be empty.
    public var displayName: String
    /// The nickname in the clan; may be empty.
    public var clanNick: String
    /// The address of the avatar image; may be empty.
    public var avatar: String

    /// Creates an author.
    public init(id: UserID, username: String, displayName: String = "", clanNick: String = "", avatar: String = "") {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.clanNick = clanNick
        self.avatar = avatar
    }

    /// The name that users see in this clan: the nickname, or else the display name, or else the account's name.
    public var name: String { !clanNick.isEmpty ? clanNick : !displayName.isEmpty ? displayName : username }
}
