import ChatModel
import Moderation

/// The differences between the decisions of two sets of rules over one history.
package struct BacktestReport: Sendable, Hashable, Encodable {
    /// A decision that differs.
    package struct Example: Sendable, Hashable, Encodable {
        package var subject: EntrySummary
        package var before: String
        package var after: String
        /// The reason of the new decision.
        package var why: String
    }

    /// The number of differences of one kind for one rule, with the first examples.
    package struct DifferenceCount: Sendable, Hashable, Encodable {
        package var count = 0
        package var examples: [Example] = []
    }

    /// The differences of one rule.
    package struct RuleChange: Sendable, Hashable, Encodable {
        package var author: String
        package var newlyHit = DifferenceCount()
        package var noLongerHit = DifferenceCount()
        package var otherAction = DifferenceCount()
        /// The severity of its actions, from 0 for messages only to 3 for removing members.
        package var severity = 0

        package var count: Int { newlyHit.count + noLongerHit.count + otherAction.count }
    }

    /// The compared revisions.
    package var before: String
    package var after: String
    /// The number of entries in the reported range that both sets of rules have evaluated.
    package var entries = 0
    /// The number of entries with different decisions.
    package var changed = 0
    /// The changed rules: the most severe actions first, then the most frequent differences.
    package var rules: [RuleChange] = []
    package var unreadable = 0
    /// The number of decisions that looked up members or channels without a recorded observation; the current data was used.
    package var guessedUsers = 0
    package var guessedChannels = 0

    /// The entry at which the backtest ended early; nil if it read all entries.
    package var stoppedAt: Int64?

    private static let maxExamples = 5

    init(before: String, after: String) {
        self.before = before
        self.after = after
    }

    mutating func count(_ guesses: HistoricalDirectory.UnrecordedLookups) {
        if guesses.contains(.users) { guessedUsers += 1 }
        if guesses.contains(.channels) { guessedChannels += 1 }
    }

    /// - Parameter why: Returns the reason of the new decision, which only an example needs.
    mutating func note(_ change: EntryDecision.Change, about subject: () -> EntrySummary, why: () -> String) {
        let index = rules.firstIndex { $0.author == change.author } ?? rules.endIndex
        if index == rules.endIndex { rules.append(RuleChange(author: change.author)) }
        rules[index].severity = max(rules[index].severity, change.severity.rawValue)
        let tally: WritableKeyPath<RuleChange, DifferenceCount> =
            switch change.kind {
            case .newlyHit: \.newlyHit
            case .noLongerHit: \.noLongerHit
            case .otherAction, .otherReason, .otherState, .newQuestion: \.otherAction
            }
        rules[index][keyPath: tally].count += 1
        guard rules[index][keyPath: tally].examples.count < Self.maxExamples else { return }
        rules[index][keyPath: tally].examples.append(
            Example(subject: subject(), before: change.before, after: change.after, why: why().terminalLine))
    }

    mutating func sort() {
        rules.sort { ($0.severity, $0.count, $1.author) > ($1.severity, $1.count, $0.author) }
    }

    package func json() throws -> String { try JSONText.text(self) }
}
