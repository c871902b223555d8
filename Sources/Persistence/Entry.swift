package import Foundation
package import MezonModel

/// Something received that is on its way into the journal.
package struct NewEntry: Sendable {
    package var event: Event
    /// The bytes as they came, so that a later build can read what this one does not know.
    package var frame: [UInt8]
    package var receivedAt: Date
    /// Whether it was recovered from history after an outage.
    package var isLate: Bool
    /// Whether we caused it ourselves: it is kept, nobody acts on it, and it gets no turn.
    package var isOwn: Bool
    /// What another network calls the message; nil for Mezon's, and where it has no names for messages.
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

/// A line of the journal.
package struct Entry: Sendable, Hashable {
    package var sequence: Int64
    package var receivedAt: Date
    /// The word of `Event.kind`.
    package var kind: String
    package var clan: ClanID
    package var channel: ChannelID
    package var message: MessageID
    package var isLate: Bool
    package var isOwn: Bool
    package var frame: [UInt8]
}

/// What an entry came to.
package struct Turn: Sendable, Hashable {
    package var sequence: Int64
    package var trace: Trace
    package var deliveries: [NewDelivery]
    /// What was done to people, to be written down.
    package var cases: [NewCase] = []
    /// What becomes of cases, by who asked for it.
    package var caseChanges: [String: [CaseChange]] = [:]
    /// What happens in the house because of it.
    package var events: [SystemEvent] = []
    /// What is to be kept in mind for later, or no longer, in that order.
    package var appointments: [ScheduledJobChange] = []
    /// The place of the rules' decision among all of theirs; zero where they did not decide.
    package var ticket: Int64 = 0
    /// The edition of the rules that decided.
    package var version = ""
    /// Whether the rules' decision may have been stored by itself, which is done with once this turn is committed.
    package var isRecorded = false
    /// What the rules' decision saw of people and places, by the numbers under which it is kept.
    package var sightings: [Int64] = []
    /// How often the author was answered, where the turn changes that.
    package var answers: AnswerCount?

    package init(sequence: Int64, trace: Trace, deliveries: [NewDelivery] = []) {
        self.sequence = sequence
        self.trace = trace
        self.deliveries = deliveries
    }
}

/// Why a turn came out as it did: who said what of the event, in order.
package struct Trace: Sendable, Hashable {
    package struct Step: Sendable, Hashable, Codable {
        /// A hook, a bot or a rule: `bot:echo`, `rule:greeting`, `house`.
        package var who: String
        /// `pass`, `skip`, `drop`, `failed`, or the actions asked for.
        package var what: String
        package var why: String

        package init(_ who: String, _ what: String, _ why: String = "") {
            self.who = who
            self.what = what
            self.why = why
        }
    }

    package var steps: [Step]

    /// What a step says of one who could not do it.
    package static let failed = "failed"
    /// What a step says of one who looked and did not act.
    package static let miss = "miss"
    /// What a step says of one who let it pass by.
    package static let skip = "skip"
    /// What the step of the brake says: the answers were not sent.
    package static let held = "held"

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// One step a line, its parts between tabs. Cheap to write on the path of every message, and readable with any SQLite shell.
    var text: String { steps.map { "\($0.who)\t\($0.what)\t\(Self.line($0.why))" }.joined(separator: "\n") }

    /// Whether the answers of the turn were not sent.
    package var isHeld: Bool { steps.contains { $0.who == Step.brake && $0.what == Self.held } }

    /// As it comes back from the store, where a step has one line.
    package var asRead: Trace { Trace(text: text) }

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
    /// Who holds answers that would go on without end.
    package static let brake = "house:brake"

    /// Whether a bot failed, asked by a rule or by itself.
    package var isFailureOfBot: Bool { what == Trace.failed && (who.hasPrefix("bot:") || who.contains("/bot:")) }
}
