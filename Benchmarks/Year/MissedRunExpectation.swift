/// What is promised of a schedule's missed moments.
struct MissedRunExpectation {
    enum Policy: CaseIterable { case latest, all, none }

    var policy: Policy
    /// Seconds; nil for never too late.
    var grace: Int?
    var most: Int
}
