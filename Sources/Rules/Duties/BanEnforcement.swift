import BotKit
import MezonModel

/// Bans, which Mezon knows for channels alone: who is banned from a clan is removed again whenever they come back.
enum BanEnforcement {
    static func turnAway(_ membership: Membership, _ facts: Facts) -> [AuthorResult] {
        let banned = membership.users.compactMap { user in
            facts.memory.memo(.ban(of: user, from: membership.clan), in: .real, at: facts.now).map { (user, $0.text) }
        }
        guard !banned.isEmpty else { return [] }
        return [
            AuthorResult(
                author: "house:bans", actions: banned.map { .member(.kick($0.0, of: membership.clan, reason: $0.1)) },
                reason: "banned: " + banned.map { "\($0.0)" }.joined(separator: ", "))
        ]
    }

    /// What is taken back by a moderator is forgotten here; for the rest of the undoing others care.
    static func lift(_ undo: SystemEvent.Undo, _ facts: Facts) {
        for case .unban(let user, let clan) in undo.inverses {
            facts.memory.change(.ban(of: user, from: clan), .forget, in: .real, at: facts.now)
        }
    }
}
