/// A compiled field of a condition.
struct FieldCheck: Sendable {
    /// The parts that the results may name: `caps.ratio`, and `caps.min_letters` if that is what fails.
    let parts: [String]
    /// The scan keys of which at least one is found whenever the field holds; `nil` if there is no such set.
    var needed: Set<ScanKey>?
    /// The kinds of match details that the reason may contain.
    var detailKinds: MatchDetails.Kinds
    /// The capture groups that are found whenever the field holds.
    var groups: Set<String> = []
    /// The requirements on the properties of an event under which the field holds; `nil` until they are known.
    var meaning: Formula?
    /// The conditions that the field weighs against each other.
    var nested: [ConditionExpression] = []
    /// The number that the field is compared with; nil for fields of other kinds.
    var threshold: MeasuredThreshold?
    let decide: @Sendable (Facts) -> ConditionResult

    var formula: Formula { meaning ?? .unknown }

    init(
        _ parts: [String], needed: Set<ScanKey>? = nil, detailKinds: MatchDetails.Kinds = [], groups: Set<String> = [],
        meaning: Formula? = nil, threshold: MeasuredThreshold? = nil,
        _ decide: @escaping @Sendable (Facts) -> ConditionResult
    ) {
        self.parts = parts
        self.needed = needed
        self.detailKinds = detailKinds
        self.groups = groups
        self.meaning = meaning
        self.threshold = threshold
        self.decide = decide
    }
}
