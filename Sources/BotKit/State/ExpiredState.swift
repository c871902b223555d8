package import Foundation

/// Cooldowns and dialogues that have been over for long: from some day on they are as if they had never been, so they may be thrown away.
package enum ExpiredState {
    /// How long one that is over still counts, by the time of the events: an answer may be told that it comes too late, and an edit may
    /// follow its command.
    static let life: TimeInterval = 30 * 86_400
    /// Events may be told late, after an outage: a decision about one finds the same whether or not it was thrown away.
    private static let slack: TimeInterval = 30 * 86_400

    static func isOver(_ end: Date, at now: Date) -> Bool { now.timeIntervalSince(end) > life }

    /// Whether nothing that happens from now on depends on a stored value.
    package static func isWorthless(_ value: StoredState, under key: String, at now: Date) -> Bool {
        do {
            if DialogueKey(key) != nil {
                return try DialogueRecord(value).map { isOver($0.until, at: now - slack) } ?? false
            }
            guard Cooldown.isOne(key) else { return false }
            return try CooldownLedger(value).rests.values.allSatisfy { isOver($0.until, at: now - slack) }
        } catch {
            return false  // Another build may read it.
        }
    }
}
