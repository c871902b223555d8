import ChatModel
package import Foundation

/// The differences between the decisions of two sets of rules over one history.
package struct BacktestReport: Sendable, Hashable, Encodable {
    /// The number of differences of one kind for one rule, with the first examples.
    package struct DifferenceCount: Sendable, Hashable, Encodable {
        package var count = 0
        package var examples: [BacktestDifference] = []
    }

    /// The differences of one rule.
    package struct RuleChange: Sendable, Hashable, Encodable {
        package var author: String
        package var newlyHit = DifferenceCount()
        package var noLongerHit = DifferenceCount()
        package var otherAction = DifferenceCount()
        /// The events that its measures would have prevented.
        package var prevented = DifferenceCount()
        /// Its former measures that would not have been taken, or would have ended earlier, so that it is unknown what their users would have
        /// written.
        package var unknown = DifferenceCount()
        /// The severity of its actions, from 0 for messages only to 3 for removing members.
        package var severity = 0

        package var count: Int { newlyHit.count + noLongerHit.count + otherAction.count }

        /// The differences of each kind, in the order in which they are shown.
        package var tallies: [(kind: BacktestDifference.Kind, tally: DifferenceCount)] {
            BacktestDifference.Kind.allCases.map { ($0, self[keyPath: Self.path(of: $0)]) }
        }

        static func path(of kind: BacktestDifference.Kind) -> WritableKeyPath<RuleChange, DifferenceCount> {
            switch kind {
            case .newlyHit: \.newlyHit
            case .noLongerHit: \.noLongerHit
            case .otherAction: \.otherAction
            case .prevented: \.prevented
            case .unknown: \.unknown
            }
        }
    }

    /// The compared revisions.
    package var before: String
    package var after: String
    /// The number of entries in the reported range that both sets of rules have evaluated.
    package var entries = 0
    /// The number of entries with different decisions.
    package var changed = 0
    /// The number of differences by the reason why they differ.
    package var certainties: [String: Int] = [:]
    /// The requests that only the new rules make, by kind: `kick`, `ban`, `mute`, `delete`, `reply`… Of mutes and deletions also those that
    /// are longer or reach further than under the former rules.
    package var added: [String: Int] = [:]
    /// The requests that only the former rules make, by kind.
    package var removed: [String: Int] = [:]
    /// The changed rules: the most severe actions first, then the most frequent differences.
    package var rules: [RuleChange] = []
    package var unreadable = 0
    /// The number of decisions that looked up members or channels without a recorded observation; the current data was used.
    package var guessedUsers = 0
    package var guessedChannels = 0

    /// The bots that were run; nil if none had to be.
    package var bots: Bots?

    /// The bots that have other input or other state in one of the branches.
    package struct Bots: Sendable, Hashable, Encodable {
        /// The number of invocations that were run.
        package var played: Int
        /// The bots that this build cannot create, with the reason and the number of their invocations that would be different.
        package var missing: [String: BotReplayReport.MissingBot]
    }

    /// The time of the checkpoint with whose rule state both sets of rules began; nil if they began without state.
    package var checkpoint: Date?

    /// The entry at which the backtest ended early; nil if it read all entries.
    package var stoppedAt: Int64?

    private static let maxExamples = 5

    init(before: String, after: String) {
        self.before = before
        self.after = after
    }

    /// The number of differences of a kind, for all rules.
    package func total(_ kind: BacktestDifference.Kind) -> Int {
        rules.reduce(0) { $0 + $1[keyPath: RuleChange.path(of: kind)].count }
    }

    /// A Boolean value that indicates whether anything differs.
    package var isSame: Bool { rules.isEmpty }

    mutating func count(_ guesses: HistoricalDirectory.UnrecordedLookups) {
        if guesses.contains(.users) { guessedUsers += 1 }
        if guesses.contains(.channels) { guessedChannels += 1 }
    }

    /// Counts the requests that only one set of rules makes about an event.
    ///
    /// - Parameter harsher: The requests of both sets that are harsher by the new one.
    mutating func count(_ before: [String: Int], _ after: [String: Int], harsher: [String: Int] = [:]) {
        for kind in Set(before.keys).union(after.keys) {
            let more = (after[kind] ?? 0) - (before[kind] ?? 0)
            if max(more, harsher[kind] ?? 0) > 0 { added[kind, default: 0] += max(more, harsher[kind] ?? 0) }
            if more < 0 { removed[kind, default: 0] -= more }
        }
    }

    /// Counts a difference.
    ///
    /// - Parameter difference: Returns the difference, which only an example needs.
    mutating func note(
        _ kind: BacktestDifference.Kind, _ certainty: BacktestDifference.Certainty, by author: String, _ severity: ActionSeverity,
        _ difference: () -> BacktestDifference
    ) {
        let index = rules.firstIndex { $0.author == author } ?? rules.endIndex
        if index == rules.endIndex { rules.append(RuleChange(author: author)) }
        rules[index].severity = max(rules[index].severity, severity.rawValue)
        certainties[certainty.rawValue, default: 0] += 1
        let tally = RuleChange.path(of: kind)
        rules[index][keyPath: tally].count += 1
        guard rules[index][keyPath: tally].examples.count < Self.maxExamples else { return }
        rules[index][keyPath: tally].examples.append(difference())
    }

    mutating func sort() {
        rules.sort { ($0.severity, $0.count, $1.author) > ($1.severity, $1.count, $0.author) }
    }

    package func json() throws -> String { try JSONText.text(self) }
}
