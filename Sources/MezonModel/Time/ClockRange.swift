/// A stretch of the day: `08:30-12:00`, or over midnight `22:00-06:00`. The end does not belong to it.
package struct ClockRange: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Minutes from midnight.
    package var start: Int
    /// Minutes from midnight, up to 1440; not after `start` for a stretch over midnight.
    package var end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    package func contains(minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }

    /// Whether it contains a minute of the day on which it begins.
    package func containsBeforeMidnight(minute: Int) -> Bool { start < end ? contains(minute: minute) : minute >= start }

    /// Whether it contains a minute of the day after the one on which it begins.
    package func containsAfterMidnight(minute: Int) -> Bool { start >= end && minute < end }

    package var description: String { ClockText.text(minutes: start) + "-" + ClockText.text(minutes: end) }
}
