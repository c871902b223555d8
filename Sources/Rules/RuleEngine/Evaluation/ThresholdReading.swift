/// The number that a rule compared for an event for which nothing but this comparison decided whether the rule's conditions hold.
package struct ThresholdReading: Sendable {
    package let rule: String
    package let threshold: ConditionThreshold
    package let value: Double
    /// A Boolean value that indicates whether the rule's conditions hold if the comparison does not.
    package let isNegated: Bool
    /// The messages that are counted together, and the seconds for which they count; nil for a property of one event.
    package let window: (subject: WindowSubject, seconds: Double)?
}
