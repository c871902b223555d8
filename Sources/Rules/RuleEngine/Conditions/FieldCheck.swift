/// A compiled field of a condition.
struct FieldCheck: Sendable {
    /// The parts that the results may name: `caps.ratio`, and `caps.min_letters` if that is what fails.
    let parts: [String]
    /// The scan keys of which at least one is found whenever the field holds; `nil` if there is no such set.
    var needed: Set<ScanKey>?
    /// The kinds of match details that the reason may contain.
    var detailKinds: MatchDetails.Kinds
    let decide: @Sendable (Facts) -> ConditionResult

    init(
        _ parts: [String], needed: Set<ScanKey>? = nil, detailKinds: MatchDetails.Kinds = [],
        _ decide: @escaping @Sendable (Facts) -> ConditionResult
    ) {
        self.parts = parts
        self.needed = needed
        self.detailKinds = detailKinds
        self.decide = decide
    }
}
