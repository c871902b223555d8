/// A mention of a user or a role, with the range of text that shows it, including the `@`.
public struct Mention: Hashable, Sendable, Codable {
    /// The account that Mezon uses for `@here`.
    public static let everyone: UserID = 1_775_731_111_020_111_321

    /// The mentioned user; zero for a mention of a role.
    public var user: UserID
    /// The user's name; may be empty.
    public var username: String
    /// The mentioned role; zero for a mention of a user.
    public var role: RoleID
    /// The role's name; may be empty.
    public var roleName: String
    /// The range in the message's text.
    public var range: TextRange

    /// Creates a mention of a user.
    public init(user: UserID, username: String = "", range: TextRange) {
        self.init(user: user, username: username, role: 0, roleName: "", range: range)
    }

    /// Creates a mention of a user or a role; the other of the two is zero.
    public init(user: UserID, username: String, role: RoleID, roleName: String, range: TextRange) {
        self.user = user
        self.username = username
        self.role = role
        self.roleName = roleName
        self.range = range
    }
}
