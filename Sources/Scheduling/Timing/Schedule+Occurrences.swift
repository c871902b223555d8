package import Foundation

extension Schedule {
    /// The moments after one and up to another, looked for as they are asked for.
    package func due(after first: Date, through last: Date) -> some Sequence<Date> & Sendable {
        OccurrenceSequence(search: search, second: first.second, last: last.second)
    }

    /// The moments from one up to another, with what clocks were meant to show, so many at most.
    package func occurrences(from first: Date, through last: Date = .distantFuture, limit: Int) -> [Occurrence] {
        var found: [Occurrence] = []
        // A moment of whole seconds is not before `first` if it is after the second that ended before it.
        var second = Date(timeIntervalSince1970: first.timeIntervalSince1970.rounded(.up)).second - 1
        let search = search
        while found.count < limit, let hit = search.hit(after: second), hit.instant <= last.second {
            found.append(occurrence(hit))
            second = hit.instant
        }
        return found
    }

    /// The latest moments not after one, ascending, so many at most.
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

    private func occurrence(_ hit: OccurrenceSearch.Hit) -> Occurrence {
        let meant = CivilTime(wall: hit.wall)
        let landing = zone.landing(of: meant)
        // Lengths of time, and times that come as often as clocks show them, fall on what clocks happen to show.
        let kind = landing.instant.second == hit.instant && course.isOfClocks ? landing.kind : .plain
        return Occurrence(instant: Date(second: hit.instant), meant: meant, kind: kind)
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
