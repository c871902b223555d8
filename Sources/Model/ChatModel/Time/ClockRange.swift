/// A range of the day: `08:30-12:00`, or across midnight `22:00-06:00`. The end is exclusive.
package struct ClockRange: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The start in minutes from midnight.
    package var start: Int
    /// The end in minutes from midnight, up to 1440; not after `start` for a range across midnight.
    package var end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    package func contains(minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }

    package var description: String { ClockText.text(minutes: start) + "-" + ClockText.text(minutes: end) }
}
