/// A recurrence as written.
enum ParsedRecurrence: Hashable, Sendable {
    /// Every 20 minutes.
    case elapsed(ParsedDuration)
    /// Every two weeks.
    case units(Int, DayRule.Unit)
    /// Every one, or every second one, of the days given next to it.
    case ofDays(interval: Int)
}
