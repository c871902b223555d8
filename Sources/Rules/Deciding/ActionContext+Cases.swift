import Foundation
import MezonModel

extension ActionContext {
    /// A case about somebody, with what the event knows of it.
    func draft(_ kind: String, _ user: UserID, until: Date? = nil, inverses: [MemberAction] = [], because reason: String? = nil)
        -> CaseDraft
    {
        CaseDraft(
            kind: kind, user: user, clan: facts.clan, channel: facts.channelID, message: facts.event.message,
            reason: reason ?? cause,
            until: until, inverses: inverses, strike: strike)
    }

    /// Whether rules may do something to a person: never to us, and never to a moderator. Says in the trace why not.
    mutating func mayTouch(_ user: UserID?) -> UserID? {
        guard let user, !user.isNone else {
            remark("nobody to do it to")
            return nil
        }
        guard user != facts.me else {
            remark("we do nothing to ourselves")
            return nil
        }
        guard !policy.moderators.include(user, facts.member(user)) else {
            remark("\(user) is a moderator")
            return nil
        }
        return user
    }
}
