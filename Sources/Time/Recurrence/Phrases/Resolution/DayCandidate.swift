import ChatModel

/// A day that may be meant.
struct DayCandidate: Hashable, Sendable {
    var day: Day
    var note: PhraseNote?
    /// A Boolean value that indicates whether the next such day is meant if this one has passed. False for a weekday, true for
    /// `this monday`.
    var isNamed = true
}
