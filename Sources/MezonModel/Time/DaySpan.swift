/// Days in a row: `2026-01-01`, `2026-01-28..2026-02-03`, or every year, `--09-02`, `--12-24..--01-02`.
package struct DaySpan: Hashable, Sendable {
    package var first: Day
    /// At least `first`, except over the turn of every year.
    package var last: Day
    /// Whether the year does not matter.
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
