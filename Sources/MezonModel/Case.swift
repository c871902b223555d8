package import Foundation

/// One thing done to somebody by a rule, as it is first written down: what, why, on what evidence, and how to take it back.
package struct CaseDraft: Hashable, Sendable, Codable {
    /// A word of the rule language: `delete`, `warn`, `mute`, `kick`, `ban`, `add_role`…
    package var kind: String
    package var user: UserID
    package var clan: ClanID
    package var channel: ChannelID
    package var message: MessageID
    package var reason: String
    /// Until when it holds; nil for ever, or for what is done at once.
    package var until: Date?
    /// What takes it back, in order; empty for what cannot be taken back.
    package var inverses: [MemberAction]
    package var evidence: [Evidence]
    /// The places of its actions among those of its author in this turn.
    package var ordinals: [Int]
    /// What it was counted for, where a ladder's step did it.
    package var strike: Strike?
    /// The entry with which the incident began; nil for the entry that the measure is taken about. What one rule does to one person
    /// about one incident is one case.
    package var incident: Int64?

    package init(
        kind: String, user: UserID, clan: ClanID, channel: ChannelID, message: MessageID, reason: String = "",
        until: Date? = nil, inverses: [MemberAction] = [], evidence: [Evidence] = [], ordinals: [Int] = [],
        strike: Strike? = nil, incident: Int64? = nil
    ) {
        self.kind = kind
        self.user = user
        self.clan = clan
        self.channel = channel
        self.message = message
        self.reason = reason
        self.until = until
        self.inverses = inverses
        self.evidence = evidence
        self.ordinals = ordinals
        self.strike = strike
        self.incident = incident
    }
}

/// A message as it stood when something was done about it.
package struct Evidence: Hashable, Sendable, Codable {
    package var message: MessageID
    package var channel: ChannelID
    package var author: UserID
    package var text: String
    package var attachments: [String]
    package var at: Date

    package init(message: MessageID, channel: ChannelID, author: UserID, text: String, attachments: [String], at: Date) {
        self.message = message
        self.channel = channel
        self.author = author
        self.text = text
        self.attachments = attachments
        self.at = at
    }
}

/// What becomes of a case. It ends once: what comes later is nothing, and what was asked for along with it is not done.
package struct CaseChange: Hashable, Sendable, Codable {
    package enum Kind: Hashable, Sendable, Codable {
        /// Its time is over.
        case ended
        case undone(by: String)
        /// It was over by itself; what was counted for it is given back.
        case pardoned(by: String)
        /// It goes on to hold, and is put in force again.
        case upheld
    }

    package var caseID: Int64
    package var kind: Kind

    package init(_ caseID: Int64, _ kind: Kind) {
        self.caseID = caseID
        self.kind = kind
    }
}
