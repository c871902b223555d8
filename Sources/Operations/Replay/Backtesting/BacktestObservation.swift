import BotKit
package import ChatModel
package import Foundation
import RuleEngine

/// The decisions of both sets of rules about one event of a backtest.
package struct BacktestObservation {
    /// The journal entry, or the last one before an event that no entry records.
    package let sequence: Int64
    package let event: Event
    package let clan: ClanID
    /// The time of the event for the rules.
    package let at: Date
    /// The decision of the former rules; nil if the event does not happen under them.
    let before: RuleDecision?
    let after: RuleDecision?
    /// The values that thresholds of the new rules were compared with.
    var readings: [ThresholdReading] = []

    /// The rules that act under the new rules, including those in shadow mode.
    package var acting: Set<String> { Self.acting(after) }
    /// The rules that act under the former rules, including those in shadow mode.
    var actingBefore: Set<String> { Self.acting(before) }

    private static func acting(_ decision: RuleDecision?) -> Set<String> {
        Set((decision?.results ?? []).compactMap { $0.rule })
    }
}

extension AuthorResult {
    /// The rule that acts itself; nil for the results of others, and of bots that a rule runs.
    var rule: String? {
        author.hasPrefix("rule:") && !author.contains("/bot:") ? String(author.dropFirst("rule:".count)) : nil
    }
}
