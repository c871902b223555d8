/// Some values or all but some, and whether a missing value counts as one of them.
struct ValueSet: Hashable, Sendable {
    private(set) var values: Set<String>
    /// A Boolean value that indicates whether the set holds all values but these.
    private(set) var isExclusion: Bool
    private(set) var includesMissing: Bool

    static let missing = ValueSet([], includesMissing: true)

    init(_ values: some Sequence<String>, isExclusion: Bool = false, includesMissing: Bool = false) {
        self.values = Set(values)
        self.isExclusion = isExclusion
        self.includesMissing = includesMissing
    }

    init(_ truth: Bool) { self.init(["\(truth)"]) }

    /// All values, and the missing one if it does not count.
    static let anyKnown = ValueSet([], isExclusion: true)

    var isEmpty: Bool { values.isEmpty && !isExclusion && !includesMissing }

    var complement: ValueSet { ValueSet(values, isExclusion: !isExclusion, includesMissing: !includesMissing) }

    func contains(_ value: String) -> Bool { values.contains(value) != isExclusion }

    func intersection(_ other: ValueSet) -> ValueSet {
        let missing = includesMissing && other.includesMissing
        return switch (isExclusion, other.isExclusion) {
        case (false, false): ValueSet(values.intersection(other.values), includesMissing: missing)
        case (false, true): ValueSet(values.subtracting(other.values), includesMissing: missing)
        case (true, false): ValueSet(other.values.subtracting(values), includesMissing: missing)
        case (true, true): ValueSet(values.union(other.values), isExclusion: true, includesMissing: missing)
        }
    }
}
