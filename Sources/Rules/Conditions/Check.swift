/// One field of a predicate, ready to decide.
struct Check: Sendable {
    /// The parts that its decisions may name: `caps.ratio`, and `caps.min_letters` where that stands in the way.
    let parts: [String]
    /// What of which at least one is found whenever the field holds; `nil` where there is nothing such.
    var needed: Set<Sought>?
    /// What its reason may come with.
    var finds: Found.Kinds
    let decide: @Sendable (Facts) -> Decision

    init(
        _ parts: [String], needed: Set<Sought>? = nil, finds: Found.Kinds = [],
        _ decide: @escaping @Sendable (Facts) -> Decision
    ) {
        self.parts = parts
        self.needed = needed
        self.finds = finds
        self.decide = decide
    }
}
