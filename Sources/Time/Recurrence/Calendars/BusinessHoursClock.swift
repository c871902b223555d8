package import ChatModel
package import Foundation

/// A clock that runs only during business hours.
///
/// An interval opens and closes at local clock times: at the first occurrence of a repeated time, and at the first valid instant after a
/// skipped one. In between, elapsed time counts, so that a night in which clocks go back is an hour longer. The clock runs in the years
/// 1970 to 2099 only.
package struct BusinessHoursClock: Hashable, Sendable {
    package let zone: ZoneRules
    /// The intervals in order of their starts. An interval over midnight belongs to the day on which it begins.
    private let hours: [ClockRange]
    private let days: Set<Weekday>
    private let closed: ScheduleExceptions

    /// - Parameter hours: The intervals of each day; the whole day if there are none.
    package init(hours: [ClockRange] = [], days: Set<Weekday>, closed: ScheduleExceptions = .none, zone: ZoneRules) {
        self.hours = (hours.isEmpty ? [ClockRange(start: 0, end: 24 * 60)] : hours).sorted { $0.start < $1.start }
        self.days = days
        self.closed = closed
        self.zone = zone
    }

    /// Returns a Boolean value that indicates whether the clock runs at a moment. At the end of an interval it does not.
    package func isOpen(at moment: Date) -> Bool {
        stretches(from: moment).first { _ in true }.map { $0.lowerBound <= moment } ?? false
    }

    /// Returns the first moment, not before the given one, at which the clock runs; `nil` if it never runs again.
    package func opening(from moment: Date) -> Date? {
        stretches(from: moment).first { _ in true }.map { max(moment, $0.lowerBound) }
    }

    /// Returns the moment at which the given business time has passed since another moment; `nil` if it never has. A duration of zero or
    /// less returns the moment itself.
    package func adding(_ duration: Duration, to moment: Date) -> Date? {
        var rest = duration.interval
        guard rest > 0 else { return moment }
        for stretch in stretches(from: moment) {
            let start = max(moment, stretch.lowerBound)
            let length = stretch.upperBound.timeIntervalSince(start)
            if length >= rest { return start.addingTimeInterval(rest) }
            rest -= length
        }
        return nil
    }

    /// Returns the business time between two moments; negative if the second is before the first.
    package func duration(from first: Date, to last: Date) -> Duration {
        guard first <= last else { return .zero - duration(from: last, to: first) }
        var sum: TimeInterval = 0
        for stretch in stretches(from: first) {
            guard stretch.lowerBound < last else { break }
            sum += min(last, stretch.upperBound).timeIntervalSince(max(first, stretch.lowerBound))
        }
        return .seconds(sum)
    }

    /// The open intervals that have not ended at a moment, ascending and disjoint, up to the end of 2099.
    private func stretches(from moment: Date) -> OpenStretches {
        OpenStretches(clock: self, from: moment)
    }

    private struct OpenStretches: Sequence, IteratorProtocol {
        private let clock: BusinessHoursClock
        private var day: Int
        private var waiting: ArraySlice<Range<Int>> = []
        /// The end of the intervals returned so far, in seconds since 1970.
        private var end: Int

        init(clock: BusinessHoursClock, from moment: Date) {
            self.clock = clock
            end = Swift.max(0, moment.second)
            // An interval of the day before may not have ended; a day that clocks repeat is examined twice.
            day = (end + clock.zone.offset(at: end)).floored(by: CivilTime.day) - 2
        }

        mutating func next() -> Range<Date>? {
            while true {
                while let stretch = waiting.popFirst() {
                    guard stretch.upperBound > end else { continue }
                    let open = Swift.max(stretch.lowerBound, end)
                    end = stretch.upperBound
                    return Date(second: open)..<Date(second: end)
                }
                guard let following = clock.openDay(from: day) else { return nil }
                waiting = clock.stretches(on: following)[...]
                day = following + 1
            }
        }
    }

    private func openDay(from first: Int) -> Int? {
        guard !days.isEmpty else { return nil }
        var day = first
        while day <= DayPicker.last {
            if let stretch = closed.exceptedDays(around: day) {
                day = stretch.upperBound
            } else if days.contains(Weekday(index: day + 3)) {
                return day
            } else {
                day += 1
            }
        }
        return nil
    }

    private func stretches(on day: Int) -> [Range<Int>] {
        hours.flatMap { range in
            let last = range.end + (range.start < range.end ? 0 : 24 * 60)
            let open = zone.instant(ofWall: day * CivilTime.day + range.start * 60)
            let close = zone.instant(ofWall: day * CivilTime.day + last * 60)
            return open < close ? closed.left(of: open..<close) : []
        }
    }
}
