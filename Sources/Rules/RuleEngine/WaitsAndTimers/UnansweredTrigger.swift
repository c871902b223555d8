import ChatModel
import Foundation
import Recurrence

/// A trigger that fires when a mentioned user has not answered:
/// `unanswered: { what: mention, after, clock, resolved_by, cancelled_by }`.
struct UnansweredTrigger: Hashable, Sendable {
    enum Subject: String, Hashable, Sendable, CaseIterable { case mention }

    enum Answer: String, Hashable, Sendable, CaseIterable {
        case reply, reaction
        /// Any message of the user in the channel of the mention.
        case messageInChannel = "message_in_channel"
    }

    enum Cancellation: String, Hashable, Sendable, CaseIterable {
        case mentionEditedOut = "mention_edited_out"
        case messageDeleted = "message_deleted"
        /// The mentioned user has left the clan, or their variable `on_leave` is `true`.
        case targetOnLeave = "target_on_leave"
    }

    let after: Duration
    let clock: CalendarClock?
    let answers: Set<Answer>
    let cancellations: Set<Cancellation>

    /// The variable in which a rule records that a user is away.
    static let leaveVariable = "on_leave"

    /// Returns the time at which the answer is overdue; `nil` if the clock never runs again.
    func due(after moment: Date, in clan: ClanID) -> Date? { after.end(from: moment, on: clock, in: clan) }
}
