/// The smallest sets of changes with which a rule would have decided the opposite about one event, each decided again.
package struct Counterfactuals: Hashable, Sendable, Encodable {
    /// The one who could have made a change, from the cheapest.
    package enum Party: String, Hashable, Sendable, CaseIterable, Comparable, Encodable {
        case author, moderator, time
        /// The operator, by another configuration.
        case `operator`
        /// Not changeable by anyone afterwards: chance, the age of an account.
        case nobody

        package static func < (one: Party, other: Party) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package struct Change: Hashable, Sendable, Encodable {
        package var by: Party
        /// The change as a phrase that follows "would have acted": `in #support`, `with 30 more characters`.
        package var phrase: String
    }

    /// Changes that have the effect together, and of which no part has it.
    package struct Alternative: Hashable, Sendable, Encodable {
        package var changes: [Change]

        /// The changes as one phrase, with who could have made them: `in #support (author)`.
        package var phrase: String {
            let parties = Set(changes.map(\.by)).sorted().map(\.rawValue)
            return changes.map(\.phrase).joined(separator: " and ") + " (\(parties.joined(separator: ", ")))"
        }
    }

    package var rule: String
    /// A Boolean value that indicates whether the rule acted on the event as it was.
    package var acted: Bool
    /// The cheapest first.
    package var alternatives: [Alternative] = []
    /// The reasons why nothing, or not everything, was found.
    package var limits: [String] = []
    /// The number of times that the event was decided again.
    package var trials = 0

    package init(rule: String, acted: Bool, limits: [String] = []) {
        self.rule = rule
        self.acted = acted
        self.limits = limits
    }
}

extension Counterfactuals {
    /// The lines for a terminal.
    package var lines: [String] {
        let outcome = acted ? "would not have acted" : "would have acted"
        let found =
            alternatives.isEmpty
            ? limits.isEmpty ? ["no change is known with which it \(outcome)"] : []
            : ["it \(outcome), decided again with the rules and state of that time:"]
                + alternatives.map { "  - \($0.phrase)" }
        return found + limits.map { "note: \($0)" }
    }
}
