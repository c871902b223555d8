import ChatModel
import Foundation

/// The pending waits of one rule in one clan and its queued runs: their names, in the order in which they began.
struct PendingWaits {
    private static let running = "running"
    private static let queued = "queued"
    static let limit = PendingLimit(perClan: 1000, perRule: 10_000, reserved: 100)  // Each entry holds its message.

    let rule: String
    /// The clan; `nil` for waits stored by a build that kept one list for all clans.
    let clan: ClanID?
    let state: RuleState

    var names: [String] { names(Self.running) }
    var queue: [String] { names(Self.queued) }

    /// A Boolean value that indicates whether another wait may begin.
    var hasCapacity: Bool { Self.limit.allowsMore(than: names.count, total: state.expiredEntry(countKey)?.count ?? 0) }

    func add(_ name: String, at now: Date) {
        set(names + [name], Self.running, now)
        changeCount(by: 1, at: now)
    }

    func remove(_ name: String, at now: Date) {
        let others = names.filter { $0 != name }
        guard others.count < names.count else { return }
        set(others, Self.running, now)
        changeCount(by: -1, at: now)
    }

    func enqueue(_ name: String, at now: Date) { set(queue + [name], Self.queued, now) }

    /// Returns the next run if no other is pending.
    func dequeue(at now: Date) -> String? {
        guard names.isEmpty, let first = queue.first else { return nil }
        set(Array(queue.dropFirst()), Self.queued, now)
        return first
    }

    private func names(_ part: String) -> [String] {
        state.expiredEntry(key(part))?.text.split(separator: " ").map(String.init) ?? []
    }

    private func set(_ names: [String], _ part: String, _ now: Date) {
        var entry = StateEntry(at: now)
        entry.text = names.joined(separator: " ")
        state.change(key(part), names.isEmpty ? .forget : .set(entry), in: .real, at: now)
    }

    private func changeCount(by amount: Int, at now: Date) {
        if clan != nil { state.changePending(countKey, by: amount, at: now) }
    }

    private var countKey: StateKey { StateKey(.wait, rule, "count") }
    private func key(_ part: String) -> StateKey { StateKey(.wait, rule, clan.map { "\(part).g\($0)" } ?? part) }
}
