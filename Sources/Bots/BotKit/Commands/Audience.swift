/// The users who may use a command, given by ids: names can change owners.
///
///     Command("close", for: .roles(options.hosts) || .users(options.admins)) { … }
public struct Audience: Hashable, Sendable {
    /// The roles; nil for everyone.
    private(set) var roles: Set<RoleID>?
    private(set) var users: Set<UserID> = []

    /// Every user.
    public static let anyone = Audience(roles: nil)
    /// Returns the users who have one of these roles in the clan.
    public static func roles(_ roles: some Sequence<RoleID>) -> Audience { Audience(roles: Set(roles)) }
    /// Returns the users with these ids.
    public static func users(_ users: some Sequence<UserID>) -> Audience { Audience(roles: [], users: Set(users)) }

    /// Returns the union of two audiences.
    public static func || (left: Audience, right: Audience) -> Audience {
        guard let some = left.roles, let others = right.roles else { return .anyone }
        return Audience(roles: some.union(others), users: left.users.union(right.users))
    }

    /// Returns whether a user belongs to the audience.
    ///
    /// - Parameter member: The user's membership; nil if only the id is known. An account that may be an application, as far as
    ///   is known, belongs to no audience but `anyone`.
    func includes(_ user: UserID, _ member: Member?) -> Bool {
        guard let roles else { return true }
        if member?.isUnidentified == true { return false }
        return users.contains(user) || member?.roles.contains { roles.contains($0) } == true
    }
}
