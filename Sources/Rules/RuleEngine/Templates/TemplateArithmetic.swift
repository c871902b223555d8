/// An operation on two integers: `{{ counters.points | plus: 1 }}`.
enum TemplateArithmetic: String, Hashable, Sendable, CaseIterable {
    case plus, minus, times
    case dividedBy = "divided_by"

    /// The largest operand that can be written.
    static let maxOperand = 1_000_000_000

    /// Returns the result; `nil` if it is too large. Quotients are rounded down.
    func callAsFunction(_ left: Int, _ right: Int) -> Int? {
        switch self {
        case .plus: Self.value(left.addingReportingOverflow(right))
        case .minus: Self.value(left.subtractingReportingOverflow(right))
        case .times: Self.value(left.multipliedReportingOverflow(by: right))
        case .dividedBy:
            Self.value(left.dividedReportingOverflow(by: right)).map { quotient in
                left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient
            }
        }
    }

    private static func value(_ result: (partialValue: Int, overflow: Bool)) -> Int? {
        result.overflow ? nil : result.partialValue
    }
}
