/// All numbers between two bounds, with or without the bounds themselves.
struct Interval: Hashable, Sendable {
    struct Bound: Hashable, Sendable {
        var value: Double
        var isIncluded: Bool
    }

    /// `nil` for no bound.
    var lower: Bound?
    var upper: Bound?

    func contains(_ value: Double) -> Bool {
        if let lower, lower.isIncluded ? value < lower.value : value <= lower.value { return false }
        if let upper, upper.isIncluded ? value > upper.value : value >= upper.value { return false }
        return true
    }

    /// `nil` where it has not two bounds.
    var reversed: Interval? { lower == nil || upper == nil ? nil : Interval(lower: upper, upper: lower) }
}
