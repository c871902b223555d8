import ChatModel

/// Ranges of a text that do not overlap, visited in order. Of overlapping ranges the earlier one takes precedence, and at the same start
/// the longer.
struct RangeCursor<Value> {
    private(set) var all: [(range: TextRange, value: Value)] = []
    private var index = 0

    mutating func add(_ range: TextRange, _ value: Value) {
        guard range.start >= 0, range.start < range.end else { return }
        all.append((range, value))
    }

    /// Sorts the ranges. A range that begins within another continues behind its end.
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

    /// Returns the index of the range that contains a position.
    ///
    /// - Parameter unit: The position in UTF-16 units, not less than in the previous call.
    mutating func index(of unit: Int) -> Int? {
        while index < all.count, all[index].range.end <= unit { index += 1 }
        return index < all.count && all[index].range.start <= unit ? index : nil
    }
}

extension RangeCursor where Value == Void {
    mutating func add(_ range: TextRange) { add(range, ()) }
}
