package import ChatModel
package import Foundation

/// The days and time ranges in which a schedule has no occurrences.
package struct ScheduleExceptions: Hashable, Sendable, Codable {
    /// Ranges of days since 1970, disjoint and ascending.
    private let days: [Range<Int>]
    /// Ranges of seconds since 1970, disjoint and ascending.
    private let seconds: [Range<Int>]

    package static let none = ScheduleExceptions()

    /// - Parameter days: Days on which the intended local time is excepted; if a gap moves a time to the next day, its own day counts.
    package init(days: [DaySpan] = [], times: [Range<Date>] = []) {
        self.days = Self.merged(days.filter { !$0.isYearly }.map(Self.days) + Self.everyYear(days.filter(\.isYearly)))
        seconds = Self.merged(times.map { $0.lowerBound.second..<max($0.lowerBound.second + 1, $0.upperBound.second) })
    }

    package var isEmpty: Bool { days.isEmpty && seconds.isEmpty }

    package func contains(_ day: Day) -> Bool { exceptedDays(around: day.sinceEpoch) != nil }

    package func contains(_ moment: Date) -> Bool { stretch(ofSecond: moment.second) != nil }

    /// Returns the range of consecutive excepted days around a day.
    func exceptedDays(around day: Int) -> Range<Int>? { Self.stretch(of: day, in: days) }

    func stretch(ofSecond second: Int) -> Range<Int>? { Self.stretch(of: second, in: seconds) }

    /// Returns the parts of a range of seconds that are not excepted, ascending and disjoint.
    func left(of seconds: Range<Int>) -> [Range<Int>] {
        var left: [Range<Int>] = []
        var start = seconds.lowerBound
        for closed in self.seconds[Self.place(of: start, in: self.seconds)...] {
            guard closed.lowerBound < seconds.upperBound else { break }
            if start < closed.lowerBound { left.append(start..<closed.lowerBound) }
            start = max(start, closed.upperBound)
        }
        if start < seconds.upperBound { left.append(start..<seconds.upperBound) }
        return left
    }

    private static func stretch(of number: Int, in ranges: [Range<Int>]) -> Range<Int>? {
        let place = place(of: number, in: ranges)
        return place < ranges.count && ranges[place].contains(number) ? ranges[place] : nil
    }

    /// Returns the index of the first range that has not ended at a number.
    private static func place(of number: Int, in ranges: [Range<Int>]) -> Int {
        var low = 0, high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func days(of span: DaySpan) -> Range<Int> {
        span.first.sinceEpoch..<max(span.first.sinceEpoch, span.last.sinceEpoch) + 1
    }

    /// Returns the days of yearly spans for each year; 29 February exists in leap years only.
    private static func everyYear(_ spans: [DaySpan]) -> [Range<Int>] {
        guard !spans.isEmpty else { return [] }
        let marked = (1...12).flatMap { month in
            (1...Day.count(of: month, in: 2000)).compactMap { Day(year: 2000, month: month, day: $0) }
        }.filter { day in spans.contains { $0.contains(day) } }
        return (1969...2100).flatMap { year in
            merged(
                marked.compactMap { Day(year: year, month: $0.month, day: $0.day)?.sinceEpoch }.map { $0..<($0 + 1) })
        }
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
