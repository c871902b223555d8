import Foundation

/// A limit on what one rule may keep pending: in each clan, and in all clans together.
///
/// Beyond the limit for all clans, each clan may still have a reserved number. No clan can take that away from another.
struct PendingLimit {
    let perClan: Int
    let perRule: Int
    let reserved: Int

    /// Returns whether a clan may have one more.
    ///
    /// - Parameter total: The number pending in all clans.
    func allowsMore(than count: Int, total: Int) -> Bool { count < (total < perRule ? perClan : reserved) }
}

extension RuleState {
    /// Changes a number of pending things. Zero is not stored.
    func changePending(_ key: StateKey, by amount: Int, at now: Date, until: Date? = nil) {
        let isLast = (expiredEntry(key)?.count ?? 0) + amount <= 0
        change(key, isLast ? .forget : .add(amount, decay: nil, at: now, until: until), in: .real, at: now)
    }
}
