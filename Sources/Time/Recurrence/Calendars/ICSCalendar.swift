package import ChatModel
package import Foundation

/// The days and time ranges that the events of an iCalendar file (RFC 5545) occupy, for holidays and the like.
///
/// Events of days and of times are read, single or recurring (RRULE and RDATE, minus EXDATE and the occurrences that a RECURRENCE-ID moves),
/// in folded lines with any line ending. A cancelled event occupies nothing; alarms, time zones and tasks are ignored. An event from
/// midnight to midnight, or with a time but no end, occupies its days. Anything unsupported that would change the days is an error, because
/// a holiday that is silently missed is worse than none.
package struct ICSCalendar: Hashable, Sendable {
    package struct ParseError: Hashable, Sendable {
        /// The line number, from 1.
        package var line: Int
        package var message: String
        package var suggestion: String?
    }

    package private(set) var days: [DaySpan] = []
    package private(set) var times: [Range<Date>] = []
    /// The errors in the order of the file, up to `maxProblems`.
    package private(set) var problems: [ParseError] = []

    package static let maxTextLength = 4 << 20
    package static let maxEvents = 10_000
    /// The maximum number of days and time ranges, including repetitions.
    package static let maxBusyIntervals = 50_000
    package static let maxProblems = 50
    /// The maximum numbers of recurring events, and of pairs of an event and a moved occurrence of it.
    private static let maxRecurring = 1000
    private static let maxMovedPairs = 100_000

    package var exceptions: ScheduleExceptions { ScheduleExceptions(days: days, times: times) }

    /// - Parameters:
    ///   - zone: The time zone of times that name none.
    ///   - zones: The cache that looks up named time zones.
    package init(_ text: String, zone: ZoneRules, zones: ZoneRulesCache) {
        guard text.utf8.count <= Self.maxTextLength else {
            add(ParseError(line: 1, message: "a calendar has at most 4 MiB"))
            return
        }
        let events = events(in: ICSLine.unfolded(text))
        let moved = Dictionary(grouping: events.filter(\.isMoved), by: \.identifier)
        var recurring = 0, moves = 0
        for event in events where !event.isCancelled {
            guard days.count + times.count <= Self.maxBusyIntervals else {
                add(
                    ParseError(
                        line: event.line, message: "a calendar has at most \(Self.maxBusyIntervals) days and time ranges"))
                break
            }
            do {
                let others = event.isMoved ? [] : event.identifier.flatMap { moved[$0] } ?? []
                recurring += event.lines["RRULE"] == nil ? 0 : 1
                moves += others.count
                guard recurring <= Self.maxRecurring, moves <= Self.maxMovedPairs else {
                    add(
                        ParseError(
                            line: event.line,
                            message: "too many recurring or moved events: at most \(Self.maxRecurring) may recur"))
                    break
                }
                let taken = try ICSOccurrences(event, zone: zone, zones: zones, movedBy: others).busyIntervals()
                days += taken.days
                times += taken.times
            } catch {
                add(error.problem)
            }
        }
        if events.isEmpty, problems.isEmpty { add(ParseError(line: 1, message: "this calendar has no events")) }
        problems.sort { $0.line < $1.line }
    }

    private mutating func add(_ problem: ParseError) {
        if problems.count < Self.maxProblems { problems.append(problem) }
    }

    /// Collects the events; only properties directly inside an event belong to it.
    private mutating func events(in lines: [(text: String, number: Int)]) -> [ICSEvent] {
        var events: [ICSEvent] = []
        var open: [String] = []
        var event: ICSEvent?
        for (text, number) in lines {
            guard let line = ICSLine(text, number: number) else {
                if event != nil, open.last == "VEVENT" { add(ParseError(line: number, message: "this line has no value")) }
                continue
            }
            switch line.name {
            case "BEGIN":
                let name = line.value.uppercased()
                if name == "VEVENT", !open.contains("VEVENT") { event = ICSEvent(line: number) }
                guard open.count < Self.maxDepth else {
                    add(ParseError(line: number, message: "this component is nested too deeply"))
                    return events
                }
                open.append(name)
            case "END":
                guard open.last == line.value.uppercased() else {
                    add(
                        ParseError(
                            line: number, message: "'\(line.value.prefix(40))' does not end here",
                            suggestion: open.last.map { "write END:\($0)" }))
                    return events
                }
                open.removeLast()
                if let ended = event, !open.contains("VEVENT") {
                    guard events.count < Self.maxEvents else {
                        add(ParseError(line: number, message: "a calendar has at most \(Self.maxEvents) events"))
                        return events
                    }
                    events.append(ended)
                    event = nil
                }
            default: if open.last == "VEVENT" { event?.add(line) }
            }
        }
        if let name = open.last, let last = lines.last {
            add(
                ParseError(
                    line: last.number, message: "'\(name.prefix(40))' has no end", suggestion: "write END:\(name.prefix(40))")
            )
        }
        return events
    }

    private static let maxDepth = 8
}
