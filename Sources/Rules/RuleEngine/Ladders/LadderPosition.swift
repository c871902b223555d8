/// A user's position on a ladder.
struct LadderPosition: Hashable, Sendable {
    var ladder: String
    /// The count at which the step begins.
    var step: Int
    /// The counter's value.
    var count: Int
}
