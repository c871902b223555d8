/// The waiters by request id. Ids run from 1 to 65535 and wrap around, because a RAW response has a sixteen-bit id.
///
/// The server answers ordered requests one after the other: one that is not answered when a later one is has lost its response.
struct PendingReplies<Waiter> {
    private struct Entry {
        let waiter: Waiter
        let sentAt: Duration
        /// The number among the ordered requests; nil for any other one.
        let number: Int?
    }

    /// A waiter that was removed without a response.
    struct Expired {
        let cid: UInt16
        let waiter: Waiter
        /// The time for which it has waited.
        let waited: Duration
    }

    let limit: Int
    private var entries: [UInt16: Entry] = [:]
    private var last: UInt16 = 0
    private var orderedCount = 0
    /// The number of the newest ordered request that was answered.
    private var answered = 0
    private var lastOrderedAt = Duration.zero

    /// - Parameter limit: The maximum number of waiters; clamped so that free ids remain.
    init(limit: Int) { self.limit = min(max(limit, 1), Int(UInt16.max)) }

    var count: Int { entries.count }
    var waiters: some Sequence<Waiter> { entries.values.lazy.map(\.waiter) }

    /// Assigns a free id to a waiter; `nil` if the limit is reached.
    ///
    /// - Parameter isOrdered: Pass true for a request that the server answers before any later one.
    mutating func insert(_ waiter: Waiter, isOrdered: Bool = false, at uptime: Duration) -> UInt16? {
        guard entries.count < limit else { return nil }
        repeat { last = last == .max ? 1 : last + 1 } while entries[last] != nil
        if isOrdered {
            orderedCount += 1
            lastOrderedAt = uptime
        }
        entries[last] = Entry(waiter: waiter, sentAt: uptime, number: isOrdered ? orderedCount : nil)
        return last
    }

    /// The waiter for an id.
    subscript(_ cid: UInt16) -> Waiter? { entries[cid]?.waiter }

    /// Removes the waiter of a request that was answered.
    mutating func remove(_ cid: UInt16) -> Waiter? {
        guard let entry = entries.removeValue(forKey: cid) else { return nil }
        if let number = entry.number { answered = max(answered, number) }
        return entry.waiter
    }

    /// Returns whether an ordered request has waited for some time, and no later one has been sent that would show its fate.
    func needsProbe(at uptime: Duration, after pause: Duration) -> Bool {
        lastOrderedAt + pause <= uptime && entries.values.contains { $0.number.map { $0 > answered } ?? false }
    }

    /// Removes and returns the waiters whose time is up, oldest id first.
    ///
    /// - Parameters:
    ///   - timeout: The time that a request waits for its response.
    ///   - overtaken: The time that it waits once a later one was answered.
    mutating func expired(at uptime: Duration, after timeout: Duration, overtaken: Duration) -> [Expired] {
        let over = entries.filter { _, entry in
            let isOvertaken = entry.number.map { $0 < answered } ?? false
            return entry.sentAt + (isOvertaken ? min(overtaken, timeout) : timeout) <= uptime
        }
        for cid in over.keys { entries[cid] = nil }
        return over.map { Expired(cid: $0, waiter: $1.waiter, waited: uptime - $1.sentAt) }.sorted { $0.cid < $1.cid }
    }

    /// Removes and returns all waiters.
    mutating func removeAll() -> [Waiter] {
        defer { entries = [:] }
        return entries.sorted { $0.key < $1.key }.map(\.value.waiter)
    }
}
