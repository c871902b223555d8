/// A numeric interval with inclusive or exclusive bounds.
package struct Interval: Hashable, Sendable {
    package struct Bound: Hashable, Sendable {
        package var value: Double
        package var isIncluded: Bool
    }

    /// The lower bound; `nil` for none.
    package var lower: Bound?
    package var upper: Bound?

    func contains(_ value: Double) -> Bool {
        if let lower, lower.isIncluded ? value < lower.value : value <= lower.value { return false }
        if let upper, upper.isIncluded ? value > upper.value : value >= upper.value { return false }
        return true
    }

    /// The only value in the interval; `nil` if there are several.
    var single: Double? { lower != nil && lower == upper && lower?.isIncluded == true ? lower?.value : nil }

    /// Returns the values that are in both intervals. It may be empty, with a lower bound above the upper one.
    func intersection(_ other: Interval) -> Interval {
        Interval(
            lower: Self.narrower(lower, other.lower, by: >), upper: Self.narrower(upper, other.upper, by: <))
    }

    private static func narrower(_ one: Bound?, _ other: Bound?, by isNarrower: (Double, Double) -> Bool) -> Bound? {
        guard let one, let other else { return one ?? other }
        if one.value == other.value { return one.isIncluded ? other : one }
        return isNarrower(one.value, other.value) ? one : other
    }

    /// The interval with its bounds exchanged; `nil` if one is missing.
    var reversed: Interval? { lower == nil || upper == nil ? nil : Interval(lower: upper, upper: lower) }
}
