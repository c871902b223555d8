/// Where somebody stands on a ladder.
struct LadderPosition: Hashable, Sendable {
    var ladder: String
    /// The count at which the step begins.
    var step: Int
    /// What the counter says.
    var count: Int
}
