package import ChatModel
package import Foundation

/// A received event to be appended to the journal.
package struct NewEntry: Sendable {
    package var event: Event
    /// The received bytes, kept so that a later build can decode fields unknown to this one.
    package var frame: [UInt8]
    package var receivedAt: Date
    /// A Boolean value that indicates whether the event was recovered from history after an outage.
    package var isLate: Bool
    /// A Boolean value that indicates whether the application caused the event. Such an entry is stored but not handled, and gets
    /// no turn.
    package var isOwn: Bool
    /// The message's id on another network; nil for Mezon and for networks without message ids.
    package var name: String?

    package init(
        event: Event, frame: [UInt8], receivedAt: Date, isLate: Bool = false, isOwn: Bool = false, name: String? = nil
    ) {
        self.event = event
        self.frame = frame
        self.receivedAt = receivedAt
        self.isLate = isLate
        self.isOwn = isOwn
        self.name = name
    }
}

/// An entry of the journal.
package struct Entry: Sendable, Hashable {
    package var sequence: Int64
    package var receivedAt: Date
    /// The value of `Event.kind`.
    package var kind: String
    package var clan: ClanID
    package var channel: ChannelID
    package var message: MessageID
    package var isLate: Bool
    package var isOwn: Bool
    package var frame: [UInt8]
}

/// The outcome of an entry.
package struct Turn: Sendable, Hashable {
    package var sequence: Int64
    package var trace: Trace
    package var deliveries: [NewDelivery]
    /// The measures taken against users.
    package var cases: [NewCase] = []
    /// The changes to existing cases, by the author that requested them.
    package var caseChanges: [String: [CaseChange]] = [:]
    /// The system events that the turn causes.
    package var events: [SystemEvent] = []
    /// The jobs to schedule or cancel, in this order.
    package var jobs: [ScheduledJobChange] = []
    /// The position of the rules' decision among all of their decisions; zero if the rules did not decide.
    package var ticket: Int64 = 0
    /// The revision of the rules that decided.
    package var version = ""
    /// A Boolean value that indicates whether the rules' decision may have been stored separately. The stored decision is deleted
    /// when this turn is committed.
    package var isRecorded = false
    /// The ids of the directory observations that the rules' decision used.
    package var observations: [Int64] = []
    /// The updated count of answers to the author; nil if the turn does not change it.
    package var answers: AnswerCount?

    package init(sequence: Int64, trace: Trace, deliveries: [NewDelivery] = []) {
        self.sequence = sequence
        self.trace = trace
        self.deliveries = deliveries
    }
}

/// The explanation of a turn: the outcome of each handler, in order.
package struct Trace: Sendable, Hashable {
    package struct Step: Sendable, Hashable, Codable {
        /// The middleware, bot or rule, for example `bot:echo`, `rule:greeting` or `system`.
        package var who: String
        /// The outcome: `pass`, `skip`, `drop`, `failed`, `withheld`, or the requested actions.
        package var what: String
        package var why: String

        package init(_ who: String, _ what: String, _ why: String = "") {
            self.who = who
            self.what = what
            self.why = why
        }
    }

    package var steps: [Step]

    /// The outcome of a handler that failed.
    package static let failed = "failed"
    /// The outcome of a handler that evaluated the event and did not act.
    package static let miss = "miss"
    /// The outcome of a handler that ignored the event.
    package static let skip = "skip"
    /// The outcome of a bot whose answer was refused because readers elsewhere may not see what happened there.
    package static let withheld = "withheld"
    /// The outcome of the answer rate limiter: the answers were not sent.
    package static let held = "held"

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// One line for each step, with tab-separated parts. This is fast to write for every message and readable in any SQLite shell.
    var text: String { steps.map { "\($0.who)\t\($0.what)\t\(Self.line($0.why))" }.joined(separator: "\n") }

    /// A Boolean value that indicates whether the answers of the turn were held back.
    package var isHeld: Bool { steps.contains { $0.who == Step.answerLimiter && $0.what == Self.held } }

    /// The trace as the store returns it, where each step has one line.
    package var normalized: Trace { Trace(text: text) }

    init(text: String) {
        steps = text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            return Step(parts[0], parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : "")
        }
    }

    private static func line(_ text: String) -> String {
        text.utf8.contains { $0 < 0x20 } ? String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }) : text
    }
}

extension Trace.Step {
    /// The author of the answer rate limiter, which holds back answers that would continue without end.
    package static let answerLimiter = "system:answer-limit"

    /// A Boolean value that indicates whether a bot failed, invoked by a rule or directly.
    package var isFailureOfBot: Bool { what == Trace.failed && (who.hasPrefix("bot:") || who.contains("/bot:")) }
}
