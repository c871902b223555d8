package import ChatModel
package import Foundation
import Moderation

/// A difference between two sets of rules over one history.
package struct BacktestDifference: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Hashable, Encodable, CaseIterable {
        case newlyHit = "newly-hit"
        case noLongerHit = "no-longer-hit"
        case otherAction = "other-action"
        /// The event would not have happened, because a measure would have kept its author from it.
        case prevented
        /// A measure would not have been taken, or would have ended earlier, so its user could have written things that nobody knows.
        case unknown

        /// The words for people.
        package var title: String {
            switch self {
            case .newlyHit: "newly hit"
            case .noLongerHit: "no longer hit"
            case .otherAction: "other action"
            case .prevented: "prevented"
            case .unknown: "unknown"
            }
        }
    }

    /// The reason why a decision differs.
    package enum Certainty: String, Sendable, Hashable, Encodable, CaseIterable {
        /// The rules decide otherwise about the same events.
        case certain
        /// An event does not happen, or a decision differs because earlier ones do not.
        case consequence
        /// It depends on something that is not in the history.
        case unknown
    }

    /// A time of which the history lacks what a member would have written.
    package struct Gap: Sendable, Hashable, Encodable {
        package var user: UserID
        package var clan: ClanID
        /// The channel; nil for the whole clan.
        package var channel: ChannelID?
        package var from: Date
        /// The planned end, which an undo may bring forward; nil if there is none.
        package var until: Date?
    }

    package var kind: Kind
    package var certainty: Certainty
    package var subject: EntrySummary
    /// The author, for example `rule:flood`. For a prevented event and an unknown time, the rule that takes the measure.
    package var author: String
    /// The actions under the former rules, or `nothing`.
    package var before: String
    package var after: String
    /// The reason of the new decision.
    package var why: String
    /// The time that is unknown because of a measure; nil for other differences.
    package var gap: Gap?

    /// The difference for a terminal.
    package func line(in zone: TimeZone) -> String {
        let head = certainty == .certain || kind == .unknown ? kind.title : "\(kind.title) (\(certainty.rawValue))"
        let reason = why.isEmpty ? "" : " (\(why))"
        return "\(head): \(subject.line(in: zone))\n  \(author): \(before.quoted) → \(after.quoted)\(reason)"
    }

    package func json() throws -> String { try JSONText.text(self) }
}
