import BotConfiguration

/// Numbers within some bounds, and whether an unknown number counts as one of them.
struct NumberSet: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        var lower: Double
        var includesLower: Bool
        var upper: Double
        var includesUpper: Bool

        static let all = Span(lower: -.infinity, includesLower: true, upper: .infinity, includesUpper: true)

        var isEmpty: Bool { lower > upper || lower == upper && !(includesLower && includesUpper) }

        func contains(_ value: Double) -> Bool {
            (includesLower ? value >= lower : value > lower) && (includesUpper ? value <= upper : value < upper)
        }

        func intersection(_ other: Span) -> Span {
            var result = self
            if other.lower > lower || other.lower == lower && !other.includesLower {
                (result.lower, result.includesLower) = (other.lower, other.includesLower)
            }
            if other.upper < upper || other.upper == upper && !other.includesUpper {
                (result.upper, result.includesUpper) = (other.upper, other.includesUpper)
            }
            return result
        }

        /// The smallest span with the same whole numbers.
        var ofWholeNumbers: Span {
            var result = self
            if lower.isFinite {
                result.lower = includesLower ? lower.rounded(.up) : lower.rounded(.down) + 1
                result.includesLower = true
            }
            if upper.isFinite {
                result.upper = includesUpper ? upper.rounded(.down) : upper.rounded(.up) - 1
                result.includesUpper = true
            }
            return result
        }
    }

    /// The spans in ascending order, without a common number.
    private(set) var spans: [Span]
    private(set) var includesUnknown: Bool

    static let unknown = NumberSet([], includesUnknown: true)

    /// - Parameter spans: The spans in ascending order.
    init(_ spans: [Span], includesUnknown: Bool = false) {
        self.spans = spans.filter { !$0.isEmpty }
        self.includesUnknown = includesUnknown
    }

    init(_ comparison: Comparison) {
        let (lower, upper) = (comparison.interval.lower, comparison.interval.upper)
        self.init([
            Span(
                lower: lower?.value ?? -.infinity, includesLower: lower?.isIncluded ?? true, upper: upper?.value ?? .infinity,
                includesUpper: upper?.isIncluded ?? true)
        ])
    }

    /// Whole numbers within closed ranges in ascending order.
    init(_ ranges: ClosedRange<Int>...) {
        self.init(
            ranges.map {
                Span(lower: Double($0.lowerBound), includesLower: true, upper: Double($0.upperBound), includesUpper: true)
            })
    }

    /// The numbers from a bound on.
    static func atLeast(_ value: Double, orUnknown: Bool = false) -> NumberSet {
        NumberSet(
            [Span(lower: value, includesLower: true, upper: .infinity, includesUpper: true)], includesUnknown: orUnknown)
    }

    /// The numbers below a bound.
    static func below(_ value: Double) -> NumberSet {
        NumberSet([Span(lower: -.infinity, includesLower: true, upper: value, includesUpper: false)])
    }

    var isEmpty: Bool { spans.isEmpty && !includesUnknown }
    var lowest: Double? { spans.first?.lower }
    var highest: Double? { spans.last?.upper }

    func contains(_ value: Double) -> Bool { spans.contains { $0.contains(value) } }

    /// All other numbers, and the unknown one if it does not count here.
    var complement: NumberSet {
        var rest: [Span] = []
        var next = Span.all
        for span in spans {
            var gap = next
            (gap.upper, gap.includesUpper) = (span.lower, !span.includesLower)
            if span.lower > -.infinity { rest.append(gap) }
            (next.lower, next.includesLower) = (span.upper, !span.includesUpper)
        }
        if next.lower < .infinity { rest.append(next) }
        return NumberSet(rest, includesUnknown: !includesUnknown)
    }

    func intersection(_ other: NumberSet, ofWholeNumbers isWhole: Bool) -> NumberSet {
        let common = spans.flatMap { span in other.spans.map(span.intersection) }
        return NumberSet(
            isWhole ? common.map(\.ofWholeNumbers) : common, includesUnknown: includesUnknown && other.includesUnknown)
    }

    /// A number of the set, preferably a usual one: the given one, or the nearest within the first span.
    func example(near usual: Double, isWhole: Bool) -> Double? {
        if contains(usual) { return usual }
        let step = isWhole ? 1 : max(abs(usual) / 1000, 1e-3)
        for span in spans {
            for value in [
                span.lower == -.infinity ? (span.upper / 2).rounded() : .nan, span.lower, span.lower + step, span.upper,
                span.upper - step, (span.lower + span.upper) / 2,
            ]
            where value.isFinite && span.contains(value) { return value }
        }
        return nil
    }
}
