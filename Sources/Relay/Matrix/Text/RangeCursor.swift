import MezonModel

/// Stretches of a text that do not overlap, walked along once: of two that do, the earlier one counts, and of one place the longer.
struct RangeCursor<Value> {
    private(set) var all: [(range: TextRange, value: Value)] = []
    private var index = 0

    mutating func add(_ range: TextRange, _ value: Value) {
        guard range.start >= 0, range.start < range.end else { return }
        all.append((range, value))
    }

    /// Puts them in order. One that begins in another goes on behind its end.
    mutating func sort() {
        all.sort { ($0.range.start, -$0.range.end) < ($1.range.start, -$1.range.end) }
        var end = 0
        all = all.compactMap { entry in
            guard entry.range.end > end else { return nil }
            let range = TextRange(max(entry.range.start, end), entry.range.end)
            end = range.end
            return (range, entry.value)
        }
    }

    /// Which of them a place lies in.
    ///
    /// - Parameter unit: not less than the one before.
    mutating func place(of unit: Int) -> Int? {
        while index < all.count, all[index].range.end <= unit { index += 1 }
        return index < all.count && all[index].range.start <= unit ? index : nil
    }
}

extension RangeCursor where Value == Void {
    mutating func add(_ range: TextRange) { add(range, ()) }
}
