/// Who may use a command, told by ids alone: names change hands.
///
///     Command("close", for: .roles(options.hosts) || .users(options.admins)) { … }
public struct Audience: Hashable, Sendable {
    /// Nil for everybody.
    private(set) var roles: Set<RoleID>?
    private(set) var users: Set<UserID> = []

    public static let anyone = Audience(roles: nil)
    /// Whoever has one of these roles in the clan.
    public static func roles(_ roles: some Sequence<RoleID>) -> Audience { Audience(roles: Set(roles)) }
    public static func users(_ users: some Sequence<UserID>) -> Audience { Audience(roles: [], users: Set(users)) }

    /// Those of either.
    public static func || (left: Audience, right: Audience) -> Audience {
        guard let some = left.roles, let others = right.roles else { return .anyone }
        return Audience(roles: some.union(others), users: left.users.union(right.users))
    }

    /// - Parameter member: nil for somebody of whom only the id is known. An account that may be an application for all that is
    ///   known is in no audience but everybody's.
    func includes(_ user: UserID, _ member: Member?) -> Bool {
        guard let roles else { return true }
        if member?.isUnidentified == true { return false }
        return users.contains(user) || member?.roles.contains { roles.contains($0) } == true
    }
}
