import BotConfig
import Foundation
import MezonModel
import Scheduling

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

    private let after: Duration
    private let clock: CalendarClock?
    let answers: Set<Answer>
    let cancellations: Set<Cancellation>

    /// The variable in which a rule records that a user is away.
    static let leaveVariable = "on_leave"

    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let findings = compilation.findings
        let before = findings.errors
        _ = map.take("what", "The event that needs an answer: `mention`.")?.choice(
            Subject.self, "an event that needs an answer", findings)
        let after = map.require("after", "The time to answer, for example `25m`.")?.duration(findings)
        clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        let answers = map.take(
            "resolved_by", "The events that count as an answer: reply, reaction, message_in_channel (default: all).")?
            .list(orSingle: true, findings)?.compactMap { $0.choice(Answer.self, "a kind of answer", findings) }
        let cancellations = map.take(
            "cancelled_by",
            "The events that make an answer unnecessary: mention_edited_out, message_deleted, target_on_leave (default: all)."
        )?.list(orSingle: true, findings)?.compactMap { $0.choice(Cancellation.self, "a cancellation reason", findings) }
        guard findings.errors == before, let after else { return nil }
        self.after = after
        self.answers = Set(answers ?? Answer.allCases)
        self.cancellations = Set(cancellations ?? Cancellation.allCases)
    }

    /// Returns the time at which the answer is overdue; `nil` if the clock never runs again.
    func due(after moment: Date, in clan: ClanID) -> Date? { after.end(from: moment, on: clock, in: clan) }
}
