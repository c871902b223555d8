import ChatModel
package import Foundation

/// The suggestions for the rules of a configuration, from what moderators and rules did in a span of the history.
package struct SuggestionReport: Sendable, Encodable {
    /// The load of one rule, also of one in shadow mode: what it would do if it were enforced.
    package struct Load: Sendable, Encodable {
        package var rule: String
        package var mode: String
        package var hits: Int
        package var hitsPerWeek: Double
        /// The measures by kind: `delete`, `warn`, `mute`, `kick`, `ban`…
        package var measuresPerWeek: [String: Double]
        package var messagesPerWeek: Double
        /// The day with the most hits, such as `2026-01-07`; nil without hits.
        package var peakDay: String?
        package var peakHits: Int
    }

    /// A rule of which every measure was taken by others too.
    package struct Covered: Sendable, Encodable {
        package var rule: String
        /// The number of events on which it took measures.
        package var events: Int
        /// The numbers of those events by the other rules.
        package var by: [String: Int]
    }

    /// The numbers of judgements of moderators in the span.
    package struct Judgements: Sendable, Encodable {
        /// Messages removed by hand, and messages whose authors were restricted by hand right after them.
        package var byHand = 0
        /// Measures of rules that stand, and that were undone.
        package var standing = 0
        package var undone = 0
        /// Questions of rules that moderators answered with no.
        package var refused = 0
        /// Deleted messages of which it is unknown who deleted them; they count as neither removed nor let stand.
        package var unknownDeletions = 0
    }

    /// The judged messages that a threshold hits. Messages that are counted together, such as those of a flood, are one.
    package struct Quality: Sendable, Encodable {
        /// The hit ones of those that were removed, and of those that were let stand.
        package var removed: Int
        package var letStand: Int
        /// The share of removed ones among those hit; nil if none is hit.
        package var precision: Double?
        /// The share of hit ones among those removed, for whatever reason they were; nil if none was removed.
        package var recall: Double?

        init(removed: Int, letStand: Int, ofRemoved all: Int) {
            self.removed = removed
            self.letStand = letStand
            precision = removed + letStand == 0 ? nil : Double(removed) / Double(removed + letStand)
            recall = all == 0 ? nil : Double(removed) / Double(all)
        }
    }

    /// The messages of which the backtest decides otherwise about a rule, by what moderators thought of them.
    package struct Change: Sendable, Encodable {
        package var messages = 0
        package var removed = 0
        package var letStand = 0
    }

    /// A number in a rule, with the evidence about it.
    package struct Threshold: Sendable, Encodable {
        package var rule: String
        /// The part of the condition: `flood.count`.
        package var part: String
        package var file: String
        package var line: Int
        package var column: Int
        /// The comparison as it is written.
        package var comparison: String
        /// A Boolean value that indicates whether messages that are counted together, such as those of a flood, are judged as one.
        package var isOfBursts: Bool
        /// The numbers of judged messages that were removed and let stand, for which the number alone decides.
        package var removed: Int
        package var letStand: Int
        package var now: Quality
        /// The suggested comparison; nil for none.
        package var suggestion: String?
        package var then: Quality?
        /// The reason why nothing is suggested, or why the file is not changed.
        package var reason: String?
        /// The findings of the backtest with all suggestions about the rule; nil if the backtest does not contain it.
        package var newlyHit: Change?
        package var noLongerHit: Change?
    }

    package var first: Date?
    package var last: Date?
    /// The number of evaluated entries.
    package var entries = 0
    package var loads: [Load] = []
    /// The rules that events trigger and that never acted.
    package var neverActed: [String] = []
    package var covered: [Covered] = []
    package var judgements = Judgements()
    /// The rules that several clans share: none of them decides about their numbers.
    package var sharedRules: [String] = []
    package var thresholds: [Threshold] = []
    /// The suggested changes of the files as a unified diff.
    package var diff: [String] = []
    package var unreadable = 0

    package func json() throws -> String { try JSONText.text(self) }
}
