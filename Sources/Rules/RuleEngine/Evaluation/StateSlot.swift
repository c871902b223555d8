import Foundation

/// The entries under one key of the rule state: that of enforced rules, and those of rules in shadow mode.
struct StateSlot: Equatable {
    struct Item: Equatable {
        var entry: StateEntry
        /// The time after which the entry is absent; `nil` if it is kept.
        var expiresAt: Date?

        fileprivate var byteCount: Int { 96 + entry.text.utf8.count + 8 * entry.seen.count }
    }

    var real: Item?
    var shadows: [ExecutionMode: Item] = [:]

    var isEmpty: Bool { real == nil && shadows.isEmpty }

    /// The approximate size in memory.
    var byteCount: Int { shadows.values.reduce(128 + (real?.byteCount ?? 0)) { $0 + $1.byteCount } }

    subscript(mode: ExecutionMode) -> Item? {
        get { mode == .real ? real : shadows[mode] }
        set { if mode == .real { real = newValue } else { shadows[mode] = newValue } }
    }

    /// Removes the entries that have expired.
    mutating func removeExpired(through horizon: Date) {
        if let end = real?.expiresAt, end <= horizon { real = nil }
        if !shadows.isEmpty { shadows = shadows.filter { $0.value.expiresAt.map { $0 > horizon } ?? true } }
    }
}
