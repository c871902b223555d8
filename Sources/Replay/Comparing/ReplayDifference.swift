package import Foundation
package import MezonModel
import Moderation

/// A decision that came out otherwise than it is written down.
package struct ReplayDifference: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Hashable, Encodable, CaseIterable {
        case newlyHit = "newly-hit"
        case noLongerHit = "no-longer-hit"
        case otherAction = "other-action"
        /// The same is done, for another reason.
        case otherReason = "other-reason"
        /// A bot wants something else to be remembered.
        case otherState = "other-state"
        /// A bot asks what nobody asked then, so that what it would do is not known.
        case newQuestion = "new-question"
    }

    package var kind: Kind
    package var subject: EntrySummary
    /// `rule:flood`, `bot:kudos`.
    package var author: String
    /// What was done, or `nothing`.
    package var before: String
    package var after: String
    /// Why it is so now.
    package var reason: String
    /// Why it was so then.
    package var reasonBefore: String

    /// For a terminal.
    package func line(in zone: TimeZone) -> String {
        let why = kind == .otherReason ? "\(reasonBefore.quoted) → \(reason.quoted)" : reason.quoted
        return "\(subject.line(in: zone))\n    \(author): \(before.quoted) → \(after.quoted)" + (why.isEmpty ? "" : " (\(why))")
    }
}

/// The entry that a decision is about, as people are shown it.
package struct EntrySummary: Sendable, Hashable, Encodable {
    package var sequence: Int64
    package var at: Date
    package var kind: String
    /// Zero for none.
    package var message: MessageID
    package var channel: String
    package var link: String
    package var author: String
    package var text: String

    /// `#12 2026-01-07 17:21:03 +07:00 message 5 in #general by An: hello`
    package func line(in zone: TimeZone) -> String {
        let what = message.isNone ? kind : "\(kind) \(message)"
        return "#\(sequence) \(at.stamp(in: zone)) \(what) in \(channel) by \(author)" + (text.isEmpty ? "" : ": \(text)")
    }
}
