import BotConfiguration
import ChatModel
import Foundation
import RuleEngine

/// The numbers that one threshold of a rule was compared with in one clan, by what moderators thought of the messages.
///
/// Messages that are counted together, such as those of a flood, are one unit with their most extreme number: moderators remove all of a
/// flood, although a rule can act only once enough of it has been written.
struct ThresholdEvidence {
    /// A message, or several that are counted together.
    private struct Unit {
        var value: Double
        var isHit: Bool
        var messages: [MessageID]
        var first: Date
        var last: Date
    }

    /// The judgements about the units of one number.
    struct Tally {
        var value: Double
        /// The units that should be hit, those that the present threshold hits, and those that should not be hit.
        var bad = 0
        var badHit = 0
        var good = 0
        var goodHit = 0
    }

    private static let patience = 86_400.0  // Seconds in which moderators judge a message.
    private static let maxPending = 100_000
    private static let maxMessages = 1000  // Of a unit.
    private static let maxSpan = 4.0  // Windows that a unit is long, at most.

    let rule: String
    let threshold: ConditionThreshold
    /// A Boolean value that indicates whether the rule acts on large numbers, and not on small ones.
    let isUpward: Bool
    /// A Boolean value that indicates whether messages are counted together.
    let isOfBursts: Bool
    private let scale: ThresholdScale
    private var open: [WindowSubject: Unit] = [:]
    private var pending: [Unit] = []
    private var head = 0
    private var counts: [Double: Tally] = [:]

    /// - Returns: Nothing for a comparison with two bounds.
    init?(_ reading: ThresholdReading) {
        let interval = reading.threshold.comparison.interval
        guard (interval.lower == nil) != (interval.upper == nil) else { return nil }
        rule = reading.rule
        threshold = reading.threshold
        isUpward = (interval.lower != nil) != reading.isNegated
        isOfBursts = reading.window != nil
        scale = ThresholdScale(kind: threshold.kind)
    }

    mutating func add(_ reading: ThresholdReading, of message: MessageID, at now: Date, _ verdicts: ModeratorVerdicts) {
        let isHit = threshold.comparison.holds(reading.value) != reading.isNegated
        let unit = Unit(value: reading.value, isHit: isHit, messages: [message], first: now, last: now)
        if let window = reading.window {
            extend(unit, window.subject, window.seconds)
        } else {
            pending.append(unit)
        }
        settle(before: now.addingTimeInterval(-Self.patience), verdicts)
    }

    private mutating func extend(_ unit: Unit, _ subject: WindowSubject, _ seconds: Double) {
        guard var known = open[subject], unit.last.timeIntervalSince(known.last) <= seconds,
            unit.last.timeIntervalSince(known.first) <= Self.maxSpan * seconds
        else {
            if let known = open.updateValue(unit, forKey: subject) { pending.append(known) }
            guard open.count > Self.maxPending else { return }
            pending += open.values.sorted { $0.last < $1.last }
            open = [:]
            return
        }
        known.value = isUpward ? max(known.value, unit.value) : min(known.value, unit.value)
        known.isHit = known.isHit || unit.isHit
        known.last = unit.last
        if known.messages.count < Self.maxMessages { known.messages += unit.messages }
        open[subject] = known
    }

    /// Counts the units about which no judgement is expected any more.
    private mutating func settle(before date: Date, _ verdicts: ModeratorVerdicts) {
        while head < pending.count, pending[head].last < date || pending.count - head > Self.maxPending {
            count(pending[head], verdicts)
            head += 1
        }
        if head > 1024, head * 2 > pending.count {
            pending.removeFirst(head)
            head = 0
        }
    }

    private mutating func count(_ unit: Unit, _ verdicts: ModeratorVerdicts) {
        let judged = unit.messages.compactMap { verdicts[$0] }
        let isBad = judged.contains(.removed)
        guard isBad || !judged.contains(.unclear) else { return }
        let value = scale.floor(unit.value)
        var tally = counts[value] ?? Tally(value: value)
        if isBad {
            tally.bad += 1
            tally.badHit += unit.isHit ? 1 : 0
        } else {
            tally.good += 1
            tally.goodHit += unit.isHit ? 1 : 0
        }
        counts[value] = tally
    }

    /// The judgements by number, from the smallest.
    mutating func tallies(_ verdicts: ModeratorVerdicts) -> [Tally] {
        pending += open.values.sorted { $0.last < $1.last }
        open = [:]
        settle(before: .distantFuture, verdicts)
        return counts.values.sorted { $0.value < $1.value }
    }
}
