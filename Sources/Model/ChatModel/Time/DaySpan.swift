/// Consecutive days: `2026-01-01`, `2026-01-28..2026-02-03`, or every year, `--09-02`, `--12-24..--01-02`.
package struct DaySpan: Hashable, Sendable {
    package var first: Day
    /// The last day; not before `first`, except for a yearly span across the turn of the year.
    package var last: Day
    /// A Boolean value that indicates whether the span recurs every year.
    package var isYearly: Bool

    package func contains(_ day: Day) -> Bool {
        guard isYearly else { return first <= day && day <= last }
        let (from, to, at) = ((first.month, first.day), (last.month, last.day), (day.month, day.day))
        return from <= to ? from <= at && at <= to : from <= at || at <= to
    }

    package init(first: Day, last: Day, isYearly: Bool) {
        self.first = first
        self.last = last
        self.isYearly = isYearly
    }
}
