import BotKit
import ChatModel

/// Clan bans. Mezon only has bans for channels, so a banned user is removed again whenever they rejoin.
enum BanEnforcement {
    static func kickBanned(_ membership: Membership, _ facts: Facts) -> [AuthorResult] {
        let banned = membership.users.compactMap { user in
            facts.state.entry(.ban(of: user, from: membership.clan), in: .real, at: facts.now).map { (user, $0.text) }
        }
        guard !banned.isEmpty else { return [] }
        return [
            AuthorResult(
                author: "system:bans", actions: banned.map { .member(.kick($0.0, of: membership.clan, reason: $0.1)) },
                reason: "banned: " + banned.map { "\($0.0)" }.joined(separator: ", "))
        ]
    }

    /// Removes the bans that an undo lifts. The other inverses are handled elsewhere.
    static func lift(_ undo: SystemEvent.Undo, _ facts: Facts) {
        for case .unban(let user, let clan) in undo.inverses {
            facts.state.change(.ban(of: user, from: clan), .forget, in: .real, at: facts.now)
        }
    }
}
