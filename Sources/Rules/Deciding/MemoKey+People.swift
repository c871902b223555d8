import MezonModel

extension MemoKey {
    /// Somebody who is kicked whenever they join.
    static func ban(of user: UserID, from clan: ClanID) -> MemoKey { MemoKey(.ban, "member", "u\(user).g\(clan)") }
    /// Somebody who wants no direct messages.
    static func silence(of user: UserID) -> MemoKey { MemoKey(.silence, "dm", "u\(user)") }
}
