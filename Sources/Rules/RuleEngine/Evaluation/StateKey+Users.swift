import ChatModel

extension StateKey {
    /// Returns the key of a user who is removed whenever they join.
    static func ban(of user: UserID, from clan: ClanID) -> StateKey { StateKey(.ban, "member", "u\(user).g\(clan)") }
    /// Returns the key of a user who has opted out of direct messages.
    static func directMessageOptOut(of user: UserID) -> StateKey { StateKey(.directMessageOptOut, "dm", "u\(user)") }
}
