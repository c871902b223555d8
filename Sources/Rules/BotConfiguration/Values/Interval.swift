/// A numeric interval with inclusive or exclusive bounds.
struct Interval: Hashable, Sendable {
    struct Bound: Hashable, Sendable {
        var value: Double
        var isIncluded: Bool
    }

    /// The lower bound; `nil` for none.
    var lower: Bound?
    var upper: Bound?

    func contains(_ value: Double) -> Bool {
        if let lower, lower.isIncluded ? value < lower.value : value <= lower.value { return false }
        if let upper, upper.isIncluded ? value > upper.value : value >= upper.value { return false }
        return true
    }

    /// The interval with its bounds exchanged; `nil` if one is missing.
    var reversed: Interval? { lower == nil || upper == nil ? nil : Interval(lower: upper, upper: lower) }
}
