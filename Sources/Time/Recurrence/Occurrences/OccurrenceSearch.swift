import ChatModel
import Foundation

/// Finds the occurrences of a schedule. Every step advances by at least an hour, so that a search without a result ends soon.
struct OccurrenceSearch: Sendable {
    private let kind: Schedule.Kind
    private let zone: ZoneRules
    private let first: Int
    private let last: Int
    private let exceptions: ScheduleExceptions

    init(
        _ course: Schedule.Kind, _ zone: ZoneRules, from first: Int, through last: Int,
        except exceptions: ScheduleExceptions = .none
    ) {
        self.kind = course
        self.zone = zone
        self.first = first
        self.last = last
        self.exceptions = exceptions
    }

    struct Match: Equatable {
        var instant: Int
        /// The intended local time.
        var wall: Int
    }

    /// Returns the first occurrence after a second.
    func hit(after second: Int) -> Match? {
        let second = max(second, first - 1)
        guard second < last else { return nil }
        let hit =
            switch kind {
            case .once(let wall): once(wall, after: second)
            case .times(let plan): walk(plan, after: second, from: 0) { time(of: plan, on: $0, after: $1) }
            case .whenever(let plan): whenever(plan, after: second)
            case .stretches(let plan, let seconds, let range):
                // A window that began on the day before may not have ended.
                walk(plan, after: second, from: range.start < range.end ? 0 : -1) {
                    time(in: range, every: seconds, on: $0, after: $1)
                }
            case .elapsed(let seconds, let days, let hours): elapsed(seconds, days, hours, after: second)
            }
        return hit.flatMap { $0.instant <= last ? $0 : nil }
    }

    /// Returns the last second that an end permits.
    func last(of end: Recurrence.End) -> Int {
        switch end {
        case .day(let day): return zone.instant(ofWall: (day.sinceEpoch + 1) * CivilTime.day) - 1
        case .time(let time): return zone.instant(ofWall: time.wall)
        case .instant(let date): return date.second
        case .count(let count):
            var second = first - 1
            for _ in 0..<min(count, Recurrence.maxCount) {
                guard let hit = hit(after: second) else { break }
                second = hit.instant
            }
            return second
        }
    }

    private func once(_ wall: Int, after second: Int) -> Match? {
        guard second < first, exceptions.stretch(ofSecond: first) == nil,
            exceptions.exceptedDays(around: wall.floored(by: CivilTime.day)) == nil
        else { return nil }
        return Match(instant: first, wall: wall)
    }

    /// Searches day by day. Times of later days never come earlier, whatever the time zone does.
    private func walk(_ plan: DayPlan, after second: Int, from offset: Int, _ find: (Int, Int) -> Match?) -> Match? {
        var second = second
        var day = (second + zone.offset(at: second)).floored(by: CivilTime.day) + offset
        while let found = plan.day(from: day) {
            if let stretch = exceptions.exceptedDays(around: found) {
                day = stretch.upperBound
                continue
            }
            guard let hit = find(found, second) else {
                day = found + 1
                continue
            }
            guard hit.instant <= last, let stretch = exceptions.stretch(ofSecond: hit.instant) else { return hit }
            second = stretch.upperBound - 1
            day = max(found, (second + zone.offset(at: second)).floored(by: CivilTime.day) + offset)
        }
        return nil
    }

    private func time(of plan: DayPlan, on day: Int, after second: Int) -> Match? {
        let times = plan.times(on: day)
        let midnight = day * CivilTime.day
        var low = 0, high = times.count
        while low < high {
            let middle = (low + high) / 2
            if zone.instant(ofWall: midnight + times[middle]) <= second { low = middle + 1 } else { high = middle }
        }
        guard low < times.count else { return nil }
        return Match(instant: zone.instant(ofWall: midnight + times[low]), wall: midnight + times[low])
    }

    /// Searches offset by offset, because clocks may show the same times in two of them.
    private func whenever(_ plan: DayPlan, after second: Int) -> Match? {
        var second = second
        while second < last {
            let offset = zone.offset(at: second + 1)
            let end = zone.nextTransition(after: second + 1)
            guard let wall = wall(of: plan, from: second + 1 + offset), wall - offset < end else {
                second = end - 1
                continue
            }
            if let stretch = exceptions.exceptedDays(around: wall.floored(by: CivilTime.day)) {
                second = min(end, stretch.upperBound * CivilTime.day - offset) - 1
            } else if let stretch = exceptions.stretch(ofSecond: wall - offset) {
                second = stretch.upperBound - 1
            } else {
                return Match(instant: wall - offset, wall: wall)
            }
        }
        return nil
    }

    /// Returns the first local time of a plan, not before the given one.
    private func wall(of plan: DayPlan, from first: Int) -> Int? {
        var day = first.floored(by: CivilTime.day)
        while let found = plan.day(from: day) {
            let midnight = found * CivilTime.day
            if let time = plan.times(on: found).first(where: { midnight + $0 >= first }) { return midnight + time }
            day = found + 1
        }
        return nil
    }

    private func time(in range: ClockRange, every seconds: Int, on day: Int, after second: Int) -> Match? {
        let midnight = day * CivilTime.day
        let opening = zone.instant(ofWall: midnight + range.start * 60)
        let closing = zone.instant(ofWall: midnight + range.end * 60 + (range.start < range.end ? 0 : CivilTime.day))
        let instant = second < opening ? opening : opening + ((second - opening) / seconds + 1) * seconds
        return instant <= closing ? Match(instant: instant, wall: instant + zone.offset(at: instant)) : nil
    }

    private func elapsed(_ seconds: Int, _ days: DayPicker?, _ hours: Set<Int>, after second: Int) -> Match? {
        var second = second
        while second < last {
            let instant = second < first ? first : first + ((second - first) / seconds + 1) * seconds
            guard instant <= last else { return nil }
            let wall = instant + zone.offset(at: instant)
            let day = wall.floored(by: CivilTime.day)
            if let days {
                guard let open = days.day(from: day) else { return nil }
                if open > day {
                    second = max(instant, zone.instant(ofWall: open * CivilTime.day) - 1)
                    continue
                }
            }
            if let stretch = exceptions.exceptedDays(around: day) {
                second = max(instant, zone.instant(ofWall: stretch.upperBound * CivilTime.day) - 1)
            } else if let stretch = exceptions.stretch(ofSecond: instant) {
                second = max(instant, stretch.upperBound - 1)
            } else if !hours.isEmpty, !hours.contains(wall.flooredRest(by: CivilTime.day) / 3600) {
                second = max(instant, min(instant + 3600 - wall.flooredRest(by: 3600), zone.nextTransition(after: instant)) - 1)
            } else {
                return Match(instant: instant, wall: wall)
            }
        }
        return nil
    }
}
