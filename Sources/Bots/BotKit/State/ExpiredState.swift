package import Foundation

/// The expiry of cooldowns and dialogues: after a certain time they have no effect and can be deleted.
package enum ExpiredState {
    /// The time for which an expired value still counts, by the times of the events: an answer may be reported as late, and an
    /// edit may follow its command.
    static let retention: TimeInterval = 30 * 86_400
    /// Events may arrive late after an outage; a decision about such an event must not depend on whether the value was deleted.
    private static let lateEventAllowance: TimeInterval = 30 * 86_400

    static func isOver(_ end: Date, at now: Date) -> Bool { now.timeIntervalSince(end) > retention }

    /// Returns whether no future event can depend on a stored value.
    package static func isExpired(_ value: StoredState, under key: String, at now: Date) -> Bool {
        do {
            if DialogueKey(key) != nil {
                return try DialogueRecord(value).map { isOver($0.until, at: now - lateEventAllowance) } ?? false
            }
            guard Cooldown.isLedgerKey(key) else { return false }
            return try CooldownLedger(value).rests.values.allSatisfy { isOver($0.until, at: now - lateEventAllowance) }
        } catch {
            return false  // Another build may be able to read it.
        }
    }
}
