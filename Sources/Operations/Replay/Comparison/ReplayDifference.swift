package import ChatModel
package import Foundation
import Moderation

/// A replayed decision that differs from the recorded one.
package struct ReplayDifference: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Hashable, Encodable, CaseIterable {
        case newlyHit = "newly-hit"
        case noLongerHit = "no-longer-hit"
        case otherAction = "other-action"
        /// The actions are equal, with another reason.
        case otherReason = "other-reason"
        /// A bot writes other state.
        case otherState = "other-state"
        /// A bot performs an unrecorded read, so its result is unknown.
        case newQuestion = "new-question"
    }

    package var kind: Kind
    package var subject: EntrySummary
    /// The author, for example `rule:flood` or `bot:kudos`.
    package var author: String
    /// The recorded actions, or `nothing`.
    package var before: String
    package var after: String
    /// The replayed reason.
    package var reason: String
    /// The recorded reason.
    package var reasonBefore: String

    /// The difference for a terminal.
    package func line(in zone: TimeZone) -> String {
        let why = kind == .otherReason ? "\(reasonBefore.quoted) → \(reason.quoted)" : reason.quoted
        return "\(subject.line(in: zone))\n    \(author): \(before.quoted) → \(after.quoted)" + (why.isEmpty ? "" : " (\(why))")
    }
}

/// The entry of a decision, as displayed.
package struct EntrySummary: Sendable, Hashable, Encodable {
    package var sequence: Int64
    package var at: Date
    package var kind: String
    /// The message; zero if there is none.
    package var message: MessageID
    package var channel: String
    package var link: String
    package var author: String
    package var text: String

    /// One line, for example `#12 2026-01-07 17:21:03 +07:00 message 5 in #general by An: hello`.
    package func line(in zone: TimeZone) -> String {
        let what = message.isNone ? kind : "\(kind) \(message)"
        return "#\(sequence) \(at.stamp(in: zone)) \(what) in \(channel) by \(author)" + (text.isEmpty ? "" : ": \(text)")
    }
}
