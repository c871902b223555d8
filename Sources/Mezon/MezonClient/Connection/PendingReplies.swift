/// The waiters by request id. Ids run from 1 to 65535 and wrap around, because a RAW response has a sixteen-bit id.
struct PendingReplies<Waiter> {
    private struct Entry {
        let waiter: Waiter
        let deadline: Duration
    }

    let limit: Int
    private var entries: [UInt16: Entry] = [:]
    private var last: UInt16 = 0

    /// - Parameter limit: The maximum number of waiters; clamped so that free ids remain.
    init(limit: Int) { self.limit = min(max(limit, 1), Int(UInt16.max)) }

    var count: Int { entries.count }

    /// Assigns a free id to a waiter; `nil` if the limit is reached.
    mutating func insert(_ waiter: Waiter, deadline: Duration) -> UInt16? {
        guard entries.count < limit else { return nil }
        repeat { last = last == .max ? 1 : last + 1 } while entries[last] != nil
        entries[last] = Entry(waiter: waiter, deadline: deadline)
        return last
    }

    /// The waiter for an id.
    subscript(_ cid: UInt16) -> Waiter? { entries[cid]?.waiter }

    mutating func remove(_ cid: UInt16) -> Waiter? { entries.removeValue(forKey: cid)?.waiter }

    /// Removes and returns the waiters whose deadline has passed.
    mutating func expired(at uptime: Duration) -> [(cid: UInt16, waiter: Waiter)] {
        let over = entries.filter { $0.value.deadline <= uptime }
        for cid in over.keys { entries[cid] = nil }
        return over.map { ($0.key, $0.value.waiter) }.sorted { $0.0 < $1.0 }
    }

    /// Removes and returns all waiters.
    mutating func removeAll() -> [Waiter] {
        defer { entries = [:] }
        return entries.sorted { $0.key < $1.key }.map(\.value.waiter)
    }
}
