/// One field of a predicate, ready to decide.
struct Check: Sendable {
    /// What of which at least one is found whenever the field holds; `nil` where there is nothing such.
    var needed: Set<Sought>?
    /// What its reason may come with.
    var finds: Found.Kinds
    let decide: @Sendable (Facts) -> Decision

    init(needed: Set<Sought>? = nil, finds: Found.Kinds = [], _ decide: @escaping @Sendable (Facts) -> Decision) {
        self.needed = needed
        self.finds = finds
        self.decide = decide
    }
}
