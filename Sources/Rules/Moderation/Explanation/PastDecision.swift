package import RuleEngine

/// The results of all rules for one entry, with the rule state and directory at the time of the decision.
package struct PastDecision: Sendable {
    /// The explanations by rule id.
    package var inquiries: [String: RuleInquiry]
    /// The number of decisions replayed to restore the rule state.
    package var decisions: Int
    /// The reason why the rule state could not be restored; `nil` if it was.
    package var doubt: String?
    /// The users without any recorded observation up to that time, who were looked up in the current directory.
    package var unknownUsers: Set<DirectoryObservation>
    /// The smallest changes that turn the decision of the requested rule around; nil if none was requested or if it does not exist.
    package var counterfactuals: Counterfactuals?

    package init(
        inquiries: [String: RuleInquiry], decisions: Int, doubt: String? = nil, unknownUsers: Set<DirectoryObservation> = [],
        counterfactuals: Counterfactuals? = nil
    ) {
        self.inquiries = inquiries
        self.decisions = decisions
        self.doubt = doubt
        self.unknownUsers = unknownUsers
        self.counterfactuals = counterfactuals
    }
}

/// Replays all decisions before an entry, and evaluates the rules for it.
package struct PastDecisions: Sendable {
    /// The last entry that is asked about: of later ones what rules remembered is unknown, because all entries before would be read.
    package var limit: Int64
    /// Nil where the entry is not among what rules were asked about.
    package var decision: @Sendable (_ sequence: Int64, _ flippedRule: String?) async throws -> PastDecision?

    package init(
        limit: Int64, _ decision: @escaping @Sendable (_ sequence: Int64, _ flippedRule: String?) async throws -> PastDecision?
    ) {
        self.limit = limit
        self.decision = decision
    }

    /// The reason why the decision about a later entry is unknown.
    var tooMany: String {
        "what rules remembered then is learnt from all entries before it, and those are more than \(limit)"
    }

    /// The same decision for every question, which has been looked up.
    func holding(_ decision: PastDecision?) -> PastDecisions { PastDecisions(limit: limit) { _, _ in decision } }
}
