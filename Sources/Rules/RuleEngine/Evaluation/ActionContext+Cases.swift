import ChatModel
import Foundation

extension ActionContext {
    /// Returns a case about a user, with the details of the event.
    func draft(_ kind: String, _ user: UserID, until: Date? = nil, inverses: [MemberAction] = [], because reason: String? = nil)
        -> CaseDraft
    {
        CaseDraft(
            kind: kind, user: user, clan: facts.clan, channel: facts.channelID, message: facts.event.message,
            reason: reason ?? cause,
            until: until, inverses: inverses, strike: strike,
            incident: isPostponed || origin != facts.sequence ? origin : nil)
    }

    /// Returns the user if rules may act on them: never on the bot itself, and never on a moderator. Otherwise returns `nil` and
    /// adds a remark to the trace.
    mutating func canModerate(_ user: UserID?) -> UserID? {
        guard let user, !user.isNone else {
            remark("no user to act on")
            return nil
        }
        guard user != facts.me else {
            remark("the bot does not act on itself")
            return nil
        }
        guard !policy.exempts(user, facts) else {
            remark("\(user) is a moderator")
            return nil
        }
        return user
    }

    /// Returns whether a channel belongs to no other clan than that of the event. Adds a remark to the trace if it does, or if it
    /// is not known to be of the clan.
    mutating func isInEventClan(_ channel: ChannelID) -> Bool {
        guard facts.isElsewhere(channel) else { return true }
        // The remark shows the id only: moderators read the trace, and must not see channel names of other clans.
        remark("channel \(channel) \(facts.directory.channel(channel) == nil ? "is unknown" : "belongs to another clan")")
        return false
    }

    /// Returns whether users or messages of a channel may be acted on: only in the clan of the event. A direct conversation
    /// allows no actions in any clan, because no moderator could undo its cases. Adds a remark to the trace if the channel is
    /// refused.
    mutating func mayAct(in channel: ChannelID) -> Bool {
        let isDirect = facts.clan.isNone && !facts.channelID.isNone
        guard isDirect, let clan = facts.directory.channel(channel)?.clan, !clan.isNone else { return isInEventClan(channel) }
        remark("channel \(channel) belongs to a clan, but the event does not")
        return false
    }

    /// Returns the messages that may be acted on.
    mutating func ownMessages(of messages: [MatchDetails.MessageLocation]) -> [MatchDetails.MessageLocation] {
        messages.filter { mayAct(in: $0.channel) }
    }
}
