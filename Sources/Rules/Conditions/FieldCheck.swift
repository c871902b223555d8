/// One field of a predicate, ready to decide.
struct FieldCheck: Sendable {
    /// The parts that its decisions may name: `caps.ratio`, and `caps.min_letters` where that stands in the way.
    let parts: [String]
    /// What of which at least one is found whenever the field holds; `nil` where there is nothing such.
    var needed: Set<ScanKey>?
    /// What its reason may come with.
    var finds: MatchDetails.Kinds
    let decide: @Sendable (Facts) -> ConditionResult

    init(
        _ parts: [String], needed: Set<ScanKey>? = nil, finds: MatchDetails.Kinds = [],
        _ decide: @escaping @Sendable (Facts) -> ConditionResult
    ) {
        self.parts = parts
        self.needed = needed
        self.finds = finds
        self.decide = decide
    }
}
