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
            until: until, inverses: inverses, strike: strike,
            incident: isPostponed || origin != facts.sequence ? origin : nil)
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
        guard !policy.spares(user, facts) else {
            remark("\(user) is a moderator")
            return nil
        }
        return user
    }

    /// Tells whether a channel does not belong to another clan than the one in which it happened. Says in the trace where it does.
    mutating func mayReach(_ channel: ChannelID) -> Bool {
        guard facts.isElsewhere(channel) else { return true }
        // By its id: moderators read the trace, and its name is no business of theirs.
        remark("channel \(channel) belongs to another clan")
        return false
    }

    /// Tells whether something may be done to people or messages in a channel: only in the clan in which it happened, and in none because of
    /// a direct conversation, whose case no moderator could take back. Says in the trace where it may not.
    mutating func mayAct(in channel: ChannelID) -> Bool {
        let isDirect = facts.clan.isNone && !facts.channelID.isNone
        guard isDirect, let clan = facts.surroundings.channel(channel)?.clan, !clan.isNone else { return mayReach(channel) }
        remark("channel \(channel) belongs to a clan, and this happened in none")
        return false
    }

    /// The messages among some that may be acted on.
    mutating func ownPlaces(of places: [MatchDetails.Place]) -> [MatchDetails.Place] {
        places.filter { mayAct(in: $0.channel) }
    }
}
