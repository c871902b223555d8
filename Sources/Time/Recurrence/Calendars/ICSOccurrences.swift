import ChatModel
import Foundation

/// Computes the days or time ranges that one event occupies.
struct ICSOccurrences {
    private let event: ICSEvent
    private let zone: ZoneRules
    private let zones: ZoneRulesCache
    private let moved: [ICSEvent]

    init(_ event: ICSEvent, zone: ZoneRules, zones: ZoneRulesCache, movedBy others: [ICSEvent]) {
        self.event = event
        self.zone = zone
        self.zones = zones
        moved = others
    }

    struct BusyInterval {
        var days: [DaySpan] = []
        var times: [Range<Date>] = []
    }

    func busyIntervals() throws(ICSError) -> BusyInterval {
        guard let line = try event.line("DTSTART") else { throw ICSError(line: event.line, "this event has no DTSTART") }
        if let rule = try event.line("EXRULE") { throw ICSError(rule, "EXRULE is not supported", suggestion: "write EXDATE") }
        let start = try moment(line)
        let length = try self.length(from: start)
        switch length {
        case .days(let count): return BusyInterval(days: try days(count, from: start))
        case .seconds(let seconds): return BusyInterval(times: try times(seconds, from: start, line))
        }
    }

    private enum Length { case days(Int), seconds(Int) }

    /// A time as written, and its time zone.
    private struct Instant {
        var written: CivilTime
        var zone: ZoneRules
        var isDay: Bool

        var instant: Int { zone.instant(ofWall: written.wall) }
    }

    private func moment(_ line: ICSLine, _ text: String? = nil) throws(ICSError) -> Instant {
        let text = text ?? line.value
        guard let read = ICSDateTime(text.filter { $0 != " " }) else {
            throw ICSError(line, "'\(text.prefix(40))' is not a date", suggestion: "write 20260101, or 20260101T090000")
        }
        switch read {
        case .day(let day): return Instant(written: CivilTime(wall: day.sinceEpoch * CivilTime.day), zone: zone, isDay: true)
        case .instant(let instant): return Instant(written: CivilTime(wall: instant.second), zone: .utc, isDay: false)
        case .time(let time):
            guard let name = line.parameters["TZID"] else { return Instant(written: time, zone: zone, isDay: false) }
            // Some producers add a prefix to the zone name to make it unique.
            let parts = name.split(separator: "/").map(String.init)
            let names = [name] + [3, 2, 1].map { parts.suffix($0).joined(separator: "/") }
            guard let found = names.lazy.compactMap({ zones.zone(named: $0) }).first else {
                throw ICSError(
                    line, "'\(name.prefix(40))' is not a time zone of the IANA database",
                    suggestion: "write TZID=Asia/Ho_Chi_Minh")
            }
            return Instant(written: time, zone: found, isDay: false)
        }
    }

    private func length(from start: Instant) throws(ICSError) -> Length {
        let isAtMidnight = start.isDay || start.written.second == 0
        if let line = try event.line("DTEND") {
            let end = try moment(line)
            let days = end.written.day.sinceEpoch - start.written.day.sinceEpoch
            guard days >= 0, isAtMidnight || end.instant >= start.instant else {
                throw ICSError(line, "this event ends before it begins")
            }
            // The end of an all-day event is exclusive; some producers write the last day itself.
            if isAtMidnight, end.isDay || end.written.second == 0 { return .days(max(1, days)) }
            return .seconds(max(1, end.instant - start.instant))
        }
        guard let line = try event.line("DURATION") else { return .days(1) }
        guard let seconds = ICSDuration.seconds(line.value) else {
            throw ICSError(line, "'\(line.value.prefix(40))' is not a duration", suggestion: "write P1D, or PT2H30M")
        }
        return isAtMidnight && seconds % CivilTime.day == 0 ? .days(max(1, seconds / CivilTime.day)) : .seconds(max(1, seconds))
    }

    /// Days are the same in every time zone, so they are computed in UTC.
    private func days(_ count: Int, from start: Instant) throws(ICSError) -> [DaySpan] {
        let first = start.written.day
        func span(_ day: Int) -> DaySpan {
            DaySpan(first: Day(sinceEpoch: day), last: Day(sinceEpoch: day + count - 1), isYearly: false)
        }
        let isPlain = event.lines["EXDATE"] == nil && event.lines["RDATE"] == nil && moved.isEmpty
        if isPlain, let rule = try event.line("RRULE"), isYearly(rule.value, on: first), count < 366,
            let yearlyFirst = Day(year: 2000, month: first.month, day: first.day), let last = first.adding(count - 1),
            let yearlyLast = Day(year: 2000, month: last.month, day: last.day)
        {
            return [DaySpan(first: yearlyFirst, last: yearlyLast, isYearly: true)]
        }
        let midnight = CivilTime(wall: first.sinceEpoch * CivilTime.day)
        let starts = try starts(midnight, in: .utc) { moment in moment.written.day.sinceEpoch * CivilTime.day }
        return starts.map { span($0.floored(by: CivilTime.day)) }
    }

    /// Returns a Boolean value that indicates whether a rule means every year and nothing else, so that the days need not be expanded.
    private func isYearly(_ rule: String, on day: Day) -> Bool {
        let plain: Set = ["FREQ=YEARLY", "INTERVAL=1", "BYMONTH=\(day.month)", "BYMONTHDAY=\(day.day)", "WKST=MO", "WKST=SU"]
        let parts = Set(rule.uppercased().split(separator: ";").map(String.init))
        return parts.contains("FREQ=YEARLY") && parts.isSubset(of: plain)
    }

    private func times(_ seconds: Int, from start: Instant, _ line: ICSLine) throws(ICSError) -> [Range<Date>] {
        try starts(start.written, in: start.zone) { $0.instant }.map { Date(second: $0)..<Date(second: $0 + seconds) }
    }

    /// Returns the starts of all occurrences, in seconds since 1970.
    private func starts(
        _ first: CivilTime, in zone: ZoneRules, _ second: (Instant) -> Int
    ) throws(ICSError) -> [Int] {
        var starts: Set<Int> = [zone.instant(ofWall: first.wall)]
        if let line = try event.line("RRULE") {
            let recurrence: Recurrence
            do {
                recurrence = try Recurrence(rrule: line.value, from: first)
            } catch {
                throw ICSError(line, error.message, suggestion: error.suggestion)
            }
            let schedule = Schedule(recurrence, in: zone, from: first)
            // A rule with COUNT is counted from its beginning; others start with the first year of the exceptions.
            let start = line.value.uppercased().contains("COUNT") ? Date.distantPast : Date(second: -CivilTime.day)
            let found = schedule.due(after: start, through: .distantFuture).prefix(ICSCalendar.maxBusyIntervals + 1).map(\.second)
            guard found.count <= ICSCalendar.maxBusyIntervals else {
                throw ICSError(
                    line, "a calendar has at most \(ICSCalendar.maxBusyIntervals) days and time ranges",
                    suggestion: "add UNTIL")
            }
            starts.formUnion(found)
        }
        for line in event.lines["RDATE"] ?? [] {
            if line.parameters["VALUE"]?.uppercased() == "PERIOD" { throw ICSError(line, "periods are not supported") }
            for text in line.value.split(separator: ",") { starts.insert(second(try moment(line, String(text)))) }
        }
        let left = (event.lines["EXDATE"] ?? []) + moved.flatMap { $0.lines["RECURRENCE-ID"] ?? [] }
        for line in left {
            if line.parameters["RANGE"] != nil { throw ICSError(line, "RANGE is not supported") }
            for text in line.value.split(separator: ",") { starts.remove(second(try moment(line, String(text)))) }
        }
        return starts.sorted()
    }
}
