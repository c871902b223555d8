import MezonModel

/// A day that was meant, or may have been.
struct DayCandidate: Hashable, Sendable {
    var day: Day
    var note: PhraseNote?
    /// Whether the next one of its kind is meant where this has passed: a weekday is not, this monday is.
    var isNamed = true
}
