import ChatModel
import Foundation
import Recurrence

/// A trigger that fires when a mentioned user has not answered, or nobody has:
/// `unanswered: { what: mention | question | message, after, clock, resolved_by, cancelled_by }`.
struct UnansweredTrigger: Hashable, Sendable {
    enum Subject: String, Hashable, Sendable, CaseIterable {
        /// A mentioned user, who has to answer.
        case mention
        /// A message with a question, which anyone else may answer.
        case question
        /// Any message, which anyone else may answer.
        case message
    }

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

    let what: Subject
    let after: Duration
    let clock: CalendarClock?
    let answers: Set<Answer>
    let cancellations: Set<Cancellation>

    /// The variable in which a rule records that a user is away.
    static let leaveVariable = "on_leave"

    /// Returns the time at which the answer is overdue; `nil` if the clock never runs again.
    func due(after moment: Date, in clan: ClanID) -> Date? { after.end(from: moment, on: clock, in: clan) }

    /// Returns whether a message needs an answer.
    ///
    /// - Parameter target: The mentioned user, for a mention.
    func concerns(_ message: Message, mentioning target: UserID? = nil) -> Bool {
        switch what {
        case .mention:
            target.map(message.mentions) ?? message.mentions.contains { !$0.user.isNone && $0.user != Mention.everyone }
        case .question: message.text.asksQuestion
        case .message: !message.text.isEmpty || !message.attachments.isEmpty
        }
    }
}

extension String {
    /// A Boolean value that indicates whether a question mark ends a word. One inside a web address does not.
    fileprivate var asksQuestion: Bool {
        var isMark = false
        for scalar in unicodeScalars {
            if isMark, scalar.properties.isWhitespace { return true }
            if scalar == "?" || scalar == "\u{FF1F}" {
                isMark = true
            } else if !"!.)\"'".unicodeScalars.contains(scalar) {
                isMark = false
            }
        }
        return isMark
    }
}
