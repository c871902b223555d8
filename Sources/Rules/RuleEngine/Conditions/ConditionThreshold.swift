package import BotConfiguration

/// A comparison with a number in a condition, with its place in the file: `count: "> 6"`.
package struct ConditionThreshold: Hashable, Sendable {
    /// The part of the condition, as traces name it: `flood.count`.
    package let part: String
    package let comparison: Comparison
    package let kind: Comparison.Kind
    package let position: SourcePosition
}

/// A threshold with the way to measure what it is compared with.
struct MeasuredThreshold: Sendable {
    let threshold: ConditionThreshold
    /// The window in which earlier events count too; nil for a property of one event.
    var window: WindowSpec?
    /// Measures the number in the circumstances of an event; nil if the comparison fails whatever it is.
    let value: @Sendable (Facts) -> Double?
}
