/// A search for a small part of a list that still has a property, within a number of attempts (delta debugging).
struct Reduction {
    private(set) var attemptsLeft: Int

    init(attempts: Int) { attemptsLeft = attempts }

    /// Returns whether a part has the property; false once there are no attempts left.
    mutating func attempt(_ holds: () async throws -> Bool) async rethrows -> Bool {
        guard attemptsLeft > 0 else { return false }
        attemptsLeft -= 1
        return try await holds()
    }

    /// Leaves out everything, then halves, quarters and so on, until each single item is needed.
    ///
    /// - Parameter items: A list that has the property.
    mutating func minimized<Item>(_ items: [Item], _ holds: ([Item]) async throws -> Bool) async rethrows -> [Item] {
        var kept = items
        var length = kept.count
        while length > 0, !kept.isEmpty {
            var start = 0
            var hasChanged = false
            while start < kept.count {
                let rest = Array(kept[..<start] + kept[min(start + length, kept.count)...])
                if try await attempt({ try await holds(rest) }) {
                    kept = rest
                    hasChanged = true
                } else {
                    start += length
                }
            }
            if length == 1, !hasChanged { break }
            length = max(1, length / 2)
        }
        return kept
    }
}
