/// An interval of elapsed time, counted from the schedule's start, which is the first occurrence.
package struct ElapsedInterval: Hashable, Sendable, Codable {
    /// The interval in seconds, at least 60.
    package var seconds: Int
    /// The days to which occurrences are limited, in the schedule's time zone; nil for all.
    package var days: DayRule?
    /// The hours of local time to which occurrences are limited; empty for all.
    package var hours: [Int]

    package init(seconds: Int, days: DayRule? = nil, hours: [Int] = []) {
        self.seconds = seconds
        self.days = days
        self.hours = hours
    }
}
