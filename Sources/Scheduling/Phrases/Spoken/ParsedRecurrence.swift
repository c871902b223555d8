/// How often, as it was said.
enum ParsedRecurrence: Hashable, Sendable {
    /// Every 20 minutes
    case elapsed(ParsedDuration)
    /// Every two weeks
    case units(Int, DayRule.Unit)
    /// Every one, or every second one, of the days that are said beside it.
    case ofDays(interval: Int)
}
