import MezonModel
import Moderation

/// What two sets of rules decide differently about one history.
package struct BacktestReport: Sendable, Hashable, Encodable {
    /// One decision that differs.
    package struct Example: Sendable, Hashable, Encodable {
        package var subject: EntrySummary
        package var before: String
        package var after: String
        /// What decides it now.
        package var why: String
    }

    /// How often a rule differs in one way, and the first few times.
    package struct DifferenceCount: Sendable, Hashable, Encodable {
        package var count = 0
        package var examples: [Example] = []
    }

    /// What becomes of one rule.
    package struct RuleChange: Sendable, Hashable, Encodable {
        package var author: String
        package var newlyHit = DifferenceCount()
        package var noLongerHit = DifferenceCount()
        package var otherAction = DifferenceCount()
        /// From 0, which only talks, to 3, which removes people.
        package var severity = 0

        package var count: Int { newlyHit.count + noLongerHit.count + otherAction.count }
    }

    /// The editions.
    package var before: String
    package var after: String
    /// Entries in the reported part about which both were asked.
    package var entries = 0
    /// Those about which they decide differently.
    package var changed = 0
    /// Worst first: those that take most from people, then those that differ most often.
    package var rules: [RuleChange] = []
    package var unreadable = 0
    /// Decisions that asked for people, or places, of whom nobody took down what was known then; today's were used.
    package var guessedPeople = 0
    package var guessedPlaces = 0

    private static let mostExamples = 5

    init(before: String, after: String) {
        self.before = before
        self.after = after
    }

    mutating func count(_ guesses: HistoricalDirectory.UnrecordedLookups) {
        if guesses.contains(.people) { guessedPeople += 1 }
        if guesses.contains(.places) { guessedPlaces += 1 }
    }

    mutating func note(_ change: EntryDecision.Change, about subject: () -> EntrySummary) {
        let place = rules.firstIndex { $0.author == change.author } ?? rules.endIndex
        if place == rules.endIndex { rules.append(RuleChange(author: change.author)) }
        rules[place].severity = max(rules[place].severity, change.severity.rawValue)
        let tally: WritableKeyPath<RuleChange, DifferenceCount> =
            switch change.kind {
            case .newlyHit: \.newlyHit
            case .noLongerHit: \.noLongerHit
            case .otherAction, .otherReason, .otherState, .newQuestion: \.otherAction
            }
        rules[place][keyPath: tally].count += 1
        guard rules[place][keyPath: tally].examples.count < Self.mostExamples else { return }
        rules[place][keyPath: tally].examples.append(
            Example(subject: subject(), before: change.before, after: change.after, why: change.why.shown))
    }

    mutating func sort() {
        rules.sort { ($0.severity, $0.count, $1.author) > ($1.severity, $1.count, $0.author) }
    }

    package func json() throws -> String { try JSONText.text(self) }
}
