package import Foundation

/// The first record of a moderation measure that a rule takes against a user: its kind, reason and evidence, and the actions that
/// reverse it.
package struct CaseDraft: Hashable, Sendable, Codable {
    /// The action's name in the rule language: `delete`, `warn`, `mute`, `kick`, `ban`, `add_role`…
    package var kind: String
    package var user: UserID
    package var clan: ClanID
    package var channel: ChannelID
    package var message: MessageID
    package var reason: String
    /// The end of the measure; nil if it is permanent or has no duration.
    package var until: Date?
    /// The actions that reverse it, in order; empty if it cannot be reversed.
    package var inverses: [MemberAction]
    package var evidence: [Evidence]
    /// The positions of its actions among those of its author in this turn.
    package var ordinals: [Int]
    /// The strike that it was taken for, if by a step of a ladder.
    package var strike: Strike?
    /// The journal sequence number of the entry that began the incident; nil for the entry that the measure responds to. The
    /// measures of one rule against one user in one incident form one case.
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

/// A message as it was when a measure was taken because of it.
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

/// A change of a case. A case ends only once: later changes have no effect, and actions requested together with them are not
/// carried out.
package struct CaseChange: Hashable, Sendable, Codable {
    package enum Kind: Hashable, Sendable, Codable {
        /// The case's duration is over.
        case ended
        case undone(by: String)
        /// The case had already ended; its strike is refunded.
        case pardoned(by: String)
        /// The case remains in force and its measure is applied again.
        case upheld
    }

    package var caseID: Int64
    package var kind: Kind

    package init(_ caseID: Int64, _ kind: Kind) {
        self.caseID = caseID
        self.kind = kind
    }
}
