import Foundation

/// The pending waits of one rule and its queued runs: their names, in the order in which they began.
struct PendingWaits {
    private static let running = "running"
    private static let queued = "queued"
    static let most = 1000  // Per rule; each entry holds its message.

    let rule: String
    let memory: RuleState

    var names: [String] { names(Self.running) }
    var queue: [String] { names(Self.queued) }

    func add(_ name: String, at now: Date) { set(names + [name], Self.running, now) }
    func remove(_ name: String, at now: Date) { set(names.filter { $0 != name }, Self.running, now) }
    func enqueue(_ name: String, at now: Date) { set(queue + [name], Self.queued, now) }

    /// Returns the next run if no other is pending.
    func dequeue(at now: Date) -> String? {
        guard names.isEmpty, let first = queue.first else { return nil }
        set(Array(queue.dropFirst()), Self.queued, now)
        return first
    }

    private func names(_ part: String) -> [String] {
        memory.expiredEntry(StateKey(.wait, rule, part))?.text.split(separator: " ").map(String.init) ?? []
    }

    private func set(_ names: [String], _ part: String, _ now: Date) {
        var memo = StateEntry(at: now)
        memo.text = names.joined(separator: " ")
        memory.change(StateKey(.wait, rule, part), names.isEmpty ? .forget : .set(memo), in: .real, at: now)
    }
}
