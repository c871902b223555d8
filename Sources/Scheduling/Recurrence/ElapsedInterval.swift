/// Lengths of time that pass, counted from the schedule's beginning, which is the first of its moments.
package struct ElapsedInterval: Hashable, Sendable, Codable {
    /// At least a minute.
    package var seconds: Int
    /// Only moments that fall on such days of the schedule's zone.
    package var days: DayRule?
    /// Only moments at which clocks show such an hour; empty for all.
    package var hours: [Int]

    package init(seconds: Int, days: DayRule? = nil, hours: [Int] = []) {
        self.seconds = seconds
        self.days = days
        self.hours = hours
    }
}
