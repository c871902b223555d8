import Foundation

extension RuleState {
    struct Write: Hashable, Sendable {
        var mode: ExecutionMode
        var key: StateKey
        /// The new value; `nil` if the entry was removed.
        var entry: StateEntry?
        /// The time after which the entry is absent; `nil` if it is kept.
        var expiresAt: Date?
    }

    enum Change: Hashable, Sendable, Codable {
        case add(Int, decay: CounterDecay?, at: Date, until: Date? = nil)
        /// Counts a value once, however often it occurs.
        case addOnce(UInt64, at: Date)
        case set(StateEntry)
        case forget

        private static let maxItems = 1000  // Distinct values of one counter.

        /// Returns an entry with the change; `nil` for no entry.
        func applied(to entry: StateEntry?) -> StateEntry? {
            switch self {
            case .add(let amount, let decay, let now, let until):
                var sum = entry ?? StateEntry(at: now)
                if let decay { sum = decay.applied(to: sum, at: now) }
                if sum.count == 0 { sum.at = now }
                sum.count = max(0, min(1_000_000_000, sum.count + amount))
                sum.until = until ?? sum.until
                // A counter that has decayed to nothing is none.
                return amount == 0 && sum.count == 0 && sum.seen.isEmpty ? nil : sum
            case .addOnce(let value, let now):
                var sum = entry ?? StateEntry(at: now)
                guard !sum.seen.contains(value), sum.seen.count < Self.maxItems else { return sum }
                sum.seen.append(value)
                sum.count += 1
                return sum
            case .set(let entry): return entry
            case .forget: return nil
            }
        }
    }

    /// Returns the values of all counters of a name in the enforced state. The state must have no source.
    func counts(named name: String, at now: Date) -> [Int] {
        enforcedInMemory(of: .counter).filter { $0.key.name == name }.compactMap(\.entry).filter { $0.holds(at: now) }.map(
            \.count)
    }
}
