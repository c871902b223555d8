/// The counts of the rows that a transaction has stored, or all transactions since the store was opened.
package struct StoreCounts: Hashable, Sendable {
    /// The number of decisions at which a rule acted, and at which it would have acted in shadow mode.
    package struct Hits: Hashable, Sendable {
        package var enforced = 0
        package var shadow = 0

        package init(enforced: Int = 0, shadow: Int = 0) {
            self.enforced = enforced
            self.shadow = shadow
        }
    }

    /// The number of appended entries by kind, without those that the application caused. All unknown kinds are one.
    package var events: [String: Int] = [:]
    /// The number of turns in which the rules decided.
    package var decisions = 0
    /// The hits by rule id. Rules of earlier configurations remain.
    package var hits: [String: Hits] = [:]
    /// The number of settled deliveries by their final status.
    package var deliveries: [Delivery.Status: Int] = [:]
    /// The number of failed attempts that are followed by another one.
    package var retries = 0

    package init() {}

    static func += (left: inout StoreCounts, right: StoreCounts) {
        left.events.merge(right.events, uniquingKeysWith: +)
        left.decisions += right.decisions
        left.hits.merge(right.hits) { Hits(enforced: $0.enforced + $1.enforced, shadow: $0.shadow + $1.shadow) }
        left.deliveries.merge(right.deliveries, uniquingKeysWith: +)
        left.retries += right.retries
    }

    mutating func add(_ entries: [Entry]) {
        for entry in entries where !entry.isOwn {
            events[entry.kind.hasPrefix("unknown-") ? "unknown" : entry.kind, default: 0] += 1
        }
    }

    mutating func add(_ turn: Turn) {
        guard turn.ticket > 0 else { return }
        decisions += 1
        for step in turn.trace.steps {
            // Most steps are misses. A failure follows the step of the same rule that counts.
            guard step.what != Trace.miss, step.what != Trace.skip, step.what != Trace.failed, let rule = step.rule else {
                continue
            }
            if step.isShadow { hits[rule, default: Hits()].shadow += 1 } else { hits[rule, default: Hits()].enforced += 1 }
        }
    }

    mutating func add(_ outcome: DeliveryResult.Outcome) {
        switch outcome {
        case .sent: deliveries[.sent, default: 0] += 1
        case .failed: deliveries[.failed, default: 0] += 1
        case .dead: deliveries[.dead, default: 0] += 1
        case .skipped: deliveries[.skipped, default: 0] += 1
        case .retry: retries += 1
        case .partSent: break
        }
    }
}

extension Trace.Step {
    /// The id of the rule that acted; nil for a bot that a rule runs, and for any other author.
    fileprivate var rule: String? {
        guard who.hasPrefix("rule:"), !who.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return String(who.dropFirst("rule:".count))
    }
}
