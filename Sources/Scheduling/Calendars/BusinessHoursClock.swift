package import Foundation
package import MezonModel

/// A clock that runs only at certain hours of certain days: working time.
///
/// A stretch opens and closes at what clocks show; if they show it twice, at the first, and if never, at the first valid instant
/// after it. What lies between counts as it passes, so that a night over which clocks are put back is an hour longer. The clock
/// runs in the years 1970 to 2099 only.
package struct BusinessHoursClock: Hashable, Sendable {
    package let zone: ZoneRules
    /// In the order of their beginnings. A stretch over midnight belongs to the day on which it begins.
    private let hours: [ClockRange]
    private let days: Set<Weekday>
    private let closed: ScheduleExceptions

    /// - Parameter hours: stretches of each day, one or several; the whole day if there are none.
    package init(hours: [ClockRange] = [], days: Set<Weekday>, closed: ScheduleExceptions = .none, zone: ZoneRules) {
        self.hours = (hours.isEmpty ? [ClockRange(start: 0, end: 24 * 60)] : hours).sorted { $0.start < $1.start }
        self.days = days
        self.closed = closed
        self.zone = zone
    }

    /// Whether it runs at a moment; at the end of a stretch it does not any more.
    package func isOpen(at moment: Date) -> Bool {
        stretches(from: moment).first { _ in true }.map { $0.lowerBound <= moment } ?? false
    }

    /// The first moment, not before another, at which it runs; `nil` if it never does again.
    package func opening(from moment: Date) -> Date? {
        stretches(from: moment).first { _ in true }.map { max(moment, $0.lowerBound) }
    }

    /// The first moment at which so much of its time has passed since another; `nil` if it never does. Nothing passes at once.
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

    /// How much of its time lies between two moments; less than nothing if the second is before the first.
    package func duration(from first: Date, to last: Date) -> Duration {
        guard first <= last else { return .zero - duration(from: last, to: first) }
        var sum: TimeInterval = 0
        for stretch in stretches(from: first) {
            guard stretch.lowerBound < last else { break }
            sum += min(last, stretch.upperBound).timeIntervalSince(max(first, stretch.lowerBound))
        }
        return .seconds(sum)
    }

    /// The stretches that are not over at a moment, ascending and apart, up to the end of 2099.
    private func stretches(from moment: Date) -> OpenStretches {
        OpenStretches(clock: self, from: moment)
    }

    private struct OpenStretches: Sequence, IteratorProtocol {
        private let clock: BusinessHoursClock
        private var day: Int
        private var waiting: ArraySlice<Range<Int>> = []
        /// Up to where stretches were given out, in seconds since 1970.
        private var end: Int

        init(clock: BusinessHoursClock, from moment: Date) {
            self.clock = clock
            end = Swift.max(0, moment.second)
            // A stretch that began on the day before may not be over; a day that clocks repeat is looked at twice.
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
            if let stretch = closed.stretch(ofDay: day) {
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
