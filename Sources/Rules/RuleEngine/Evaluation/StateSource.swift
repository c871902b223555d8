/// The stored rule state, of which a process keeps only a part in memory.
///
/// The functions are called under the lock of the rules, also within a transaction of the writer: they must not wait for a write.
package struct StateSource: Sendable {
    /// The limits of the part in memory. Changes that are not durable yet are kept beyond them.
    package struct Capacity: Sendable {
        /// The number of keys, at least one.
        package var keys: Int
        package var bytes: Int

        /// Creates the limits of a running application: the users of an hour in a few dozen megabytes.
        package init(keys: Int = 50_000, bytes: Int = 32 << 20) {
            self.keys = keys
            self.bytes = bytes
        }
    }

    /// Returns the durable entries under a key, of enforced rules and of those in shadow mode; `nil` if they cannot be read.
    let entries: @Sendable (_ kind: String, _ name: String, _ subject: String) -> [StoredStateEntry]?
    /// Returns the last ticket whose changes are durable.
    let durableTicket: @Sendable () -> Int64
    /// Returns how often stored entries were changed by something other than a decision, such as the erasure of a user.
    let rewriteCount: @Sendable () -> Int
    let capacity: Capacity

    package init(
        entries: @escaping @Sendable (_ kind: String, _ name: String, _ subject: String) -> [StoredStateEntry]?,
        durableTicket: @escaping @Sendable () -> Int64, rewriteCount: @escaping @Sendable () -> Int = { 0 },
        capacity: Capacity = Capacity()
    ) {
        self.entries = entries
        self.durableTicket = durableTicket
        self.rewriteCount = rewriteCount
        self.capacity = capacity
    }

    /// Creates a source that does not change, such as the state at an earlier time. All changes are kept in memory, beside what was read
    /// last.
    ///
    /// - Parameter entries: Returns the entries under a key; `nil` if they cannot be read.
    package init(
        unchanging entries: @escaping @Sendable (_ kind: String, _ name: String, _ subject: String) -> [StoredStateEntry]?
    ) {
        self.init(entries: entries, durableTicket: { StateCache.stored })
    }
}
