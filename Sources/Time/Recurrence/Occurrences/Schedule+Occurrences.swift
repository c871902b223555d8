package import Foundation

extension Schedule {
    /// The occurrences after one moment and up to another, computed lazily.
    package func due(after first: Date, through last: Date) -> some Sequence<Date> & Sendable {
        OccurrenceSequence(search: search, second: first.second, last: last.second)
    }

    /// Returns the occurrences from one moment up to another with their intended local times, up to a limit.
    package func occurrences(from first: Date, through last: Date = .distantFuture, limit: Int) -> [Occurrence] {
        var found: [Occurrence] = []
        // An occurrence has whole seconds, so it is not before `first` if it is after the second before `first` rounded up.
        var second = Date(timeIntervalSince1970: first.timeIntervalSince1970.rounded(.up)).second - 1
        let search = search
        while found.count < limit, let hit = search.hit(after: second), hit.instant <= last.second {
            found.append(occurrence(hit))
            second = hit.instant
        }
        return found
    }

    /// Returns the latest occurrences not after a moment, ascending, up to a limit.
    package func latest(through last: Date, limit: Int = 1) -> [Date] {
        guard limit > 0 else { return [] }
        var width = 3600
        while true {
            let from = last.second - width
            let found = due(after: Date(second: from), through: last).suffix(limit)
            if found.count == limit || from < start.second { return Array(found) }
            width *= 8
        }
    }

    private func occurrence(_ hit: OccurrenceSearch.Match) -> Occurrence {
        let meant = CivilTime(wall: hit.wall)
        let landing = zone.resolve(meant)
        // For elapsed intervals and `whenever` times, the local time is a result and not an intention.
        let kind = landing.instant.second == hit.instant && course.isOfClocks ? landing.kind : .unique
        return Occurrence(instant: Date(second: hit.instant), intendedTime: meant, kind: kind)
    }
}

extension Schedule.Kind {
    fileprivate var isOfClocks: Bool {
        switch self {
        case .once, .times: true
        case .whenever, .stretches, .elapsed: false
        }
    }
}

private struct OccurrenceSequence: Sequence, IteratorProtocol, Sendable {
    let search: OccurrenceSearch
    var second: Int
    let last: Int

    mutating func next() -> Date? {
        guard second < last, let hit = search.hit(after: second), hit.instant <= last else { return nil }
        second = hit.instant
        return Date(second: second)
    }
}
