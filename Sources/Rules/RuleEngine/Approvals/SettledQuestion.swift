/// A question to moderators that has been answered, as the trace of the answer tells.
package struct SettledQuestion: Hashable, Sendable {
    private static let separator = " was decided by "
    /// The name in place of a user where nobody answered in time.
    static let expiry = "expiry"

    /// The entry that led to the question.
    package let cause: Int64
    package let isApproved: Bool
    /// A Boolean value that indicates whether a person answered it.
    package let isByPerson: Bool

    /// The part of a reason that every answer has.
    package static var mark: String { separator }

    static func reason(_ question: String, by decider: String) -> String { question + separator + decider }

    /// Parses the summary and the reason of a rule's step in a trace; `nil` for a step of another kind.
    package init?(summary: String, reason: String) {
        guard let choice = Question.Choice(rawValue: String(summary.prefix { $0 != "," })),
            let range = reason.firstRange(of: Self.separator), let cause = Int64(reason[..<range.lowerBound].prefix { $0 != "." })
        else { return nil }
        self.cause = cause
        isApproved = choice == .approve
        isByPerson = reason[range.upperBound...] != Self.expiry
    }
}
