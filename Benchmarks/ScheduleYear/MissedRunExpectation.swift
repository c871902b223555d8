/// The expected policy for a schedule's missed occurrences.
struct MissedRunExpectation {
    enum Policy: CaseIterable { case latest, all, none }

    var policy: Policy
    /// The grace period in seconds; nil for no limit.
    var grace: Int?
    var limit: Int
}
