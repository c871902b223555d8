package import Rules

/// The answers of all rules to one entry with what they remembered and knew when they decided about it.
package struct PastDecision: Sendable {
    /// By rule.
    package var inquiries: [String: RuleInquiry]
    /// The number of decisions that were made again to learn what rules remembered.
    package var decisions: Int
    /// Why what rules remembered then is not known; nil where it is.
    package var doubt: String?
    /// People who were looked up and of whom nothing was noted up to then: they were answered from today's directory.
    package var unknownPeople: Set<DirectoryObservation>

    package init(
        inquiries: [String: RuleInquiry], decisions: Int, doubt: String? = nil, unknownPeople: Set<DirectoryObservation> = []
    ) {
        self.inquiries = inquiries
        self.decisions = decisions
        self.doubt = doubt
        self.unknownPeople = unknownPeople
    }
}

/// Makes all decisions before an entry again, and asks the rules about it then.
package struct PastDecisions: Sendable {
    /// The last entry that is asked about: of later ones what rules remembered is unknown, because all entries before would be read.
    package var limit: Int64
    /// Nil where the entry is not among what rules were asked about.
    package var decision: @Sendable (_ sequence: Int64) async throws -> PastDecision?

    package init(limit: Int64, _ decision: @escaping @Sendable (_ sequence: Int64) async throws -> PastDecision?) {
        self.limit = limit
        self.decision = decision
    }
}
