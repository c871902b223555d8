/// A histogram of durations with fixed upper bounds.
package struct DurationHistogram: Hashable, Sendable {
    /// The upper bounds of the buckets, ascending. Longer durations are in a last bucket without one.
    package let bounds: [Duration]
    /// The number of durations in each bucket, one more than there are bounds.
    package private(set) var counts: [Int]
    package private(set) var sum = Duration.zero

    package init(bounds: [Duration]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package var count: Int { counts.reduce(0, +) }

    package mutating func add(_ duration: Duration) {
        counts[bounds.firstIndex { duration <= $0 } ?? bounds.count] += 1
        sum += duration
    }
}
