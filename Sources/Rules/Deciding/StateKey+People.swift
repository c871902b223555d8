import MezonModel

extension StateKey {
    /// Somebody who is kicked whenever they join.
    static func ban(of user: UserID, from clan: ClanID) -> StateKey { StateKey(.ban, "member", "u\(user).g\(clan)") }
    /// Somebody who wants no direct messages.
    static func silence(of user: UserID) -> StateKey { StateKey(.silence, "dm", "u\(user)") }
}
