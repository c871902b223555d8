import Foundation

/// The part of the rule state that is in memory, in the order of its use. An operation on one key takes constant time.
struct StateCache {
    private struct Node {
        let key: StateKey
        var slot: StateSlot
        /// The ticket of the last change; `stored` for a slot as it is stored.
        var ticket: Int64
        var byteCount: Int
        /// The positions of the neighbours in the order of use.
        var newer: Int?
        var older: Int?
    }

    /// The ticket of a slot that no decision has changed.
    static let stored: Int64 = -1

    private var nodes: [Node] = []
    private var positions: [StateKey: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    private(set) var byteCount = 0

    /// The number of keys.
    var count: Int { nodes.count }

    /// The slots in no particular order.
    var allSlots: [(key: StateKey, slot: StateSlot)] { nodes.map { ($0.key, $0.slot) } }

    /// Returns the slots of one kind in no particular order.
    func slots(of kind: StateKey.Kind) -> [(key: StateKey, slot: StateSlot)] {
        nodes.filter { $0.key.kind == kind }.map { ($0.key, $0.slot) }
    }

    /// Returns the slot under a key and marks it as used.
    mutating func slot(under key: StateKey) -> StateSlot? {
        guard let position = positions[key] else { return nil }
        use(position)
        return nodes[position].slot
    }

    func contains(_ key: StateKey) -> Bool { positions[key] != nil }

    /// Stores a slot and marks it as used.
    ///
    /// - Parameter ticket: The decision that changed the slot; `stored` for a slot as it is stored.
    mutating func put(_ slot: StateSlot, under key: StateKey, changedBy ticket: Int64) {
        let size = 2 * (key.name.utf8.count + key.subject.utf8.count) + slot.byteCount
        guard let position = positions[key] else {
            byteCount += size
            positions[key] = nodes.count
            nodes.append(Node(key: key, slot: slot, ticket: ticket, byteCount: size))
            return link(nodes.count - 1)
        }
        byteCount += size - nodes[position].byteCount
        nodes[position].slot = slot
        nodes[position].ticket = ticket
        nodes[position].byteCount = size
        use(position)
    }

    mutating func remove(_ key: StateKey) {
        if let position = positions[key] { remove(at: position) }
    }

    /// Removes the slots that were used least recently, beyond a capacity and up to the first one whose change is not durable.
    ///
    /// - Parameter durableTicket: Returns the last ticket whose changes are durable.
    mutating func shrink(to capacity: StateSource.Capacity, durableTicket: () -> Int64) {
        guard isBeyond(capacity) else { return }
        let durable = durableTicket()
        while isBeyond(capacity), let position = oldest, position != newest, nodes[position].ticket <= durable {
            remove(at: position)
        }
    }

    /// Removes the slots whose changes are durable.
    mutating func removeAll(durableThrough ticket: Int64) {
        // Backwards, because the last slot takes the place of a removed one.
        for position in nodes.indices.reversed() where nodes[position].ticket <= ticket { remove(at: position) }
    }

    /// Removes the entries that have expired.
    mutating func removeExpired(through horizon: Date) {
        for position in nodes.indices.reversed() {
            nodes[position].slot.removeExpired(through: horizon)
            if nodes[position].slot.isEmpty { remove(at: position) }
        }
    }

    private func isBeyond(_ capacity: StateSource.Capacity) -> Bool { nodes.count > capacity.keys || byteCount > capacity.bytes }

    private mutating func use(_ position: Int) {
        guard position != newest else { return }
        unlink(position)
        link(position)
    }

    /// Makes a slot the one used last.
    private mutating func link(_ position: Int) {
        nodes[position].newer = nil
        nodes[position].older = newest
        if let newest { nodes[newest].newer = position }
        newest = position
        if oldest == nil { oldest = position }
    }

    private mutating func unlink(_ position: Int) {
        let (newer, older) = (nodes[position].newer, nodes[position].older)
        if let newer { nodes[newer].older = older } else { newest = older }
        if let older { nodes[older].newer = newer } else { oldest = newer }
    }

    private mutating func remove(at position: Int) {
        unlink(position)
        byteCount -= nodes[position].byteCount
        positions[nodes[position].key] = nil
        let last = nodes.removeLast()
        guard position < nodes.count else { return }
        nodes[position] = last
        positions[last.key] = position
        if let newer = last.newer { nodes[newer].older = position } else { newest = position }
        if let older = last.older { nodes[older].newer = position } else { oldest = position }
    }
}
