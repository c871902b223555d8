package import Foundation
package import MezonModel

/// The days and the stretches of time that the events of an iCalendar file (RFC 5545) take up, for holidays and the like.
///
/// Read are events of days and of times, once or again and again (RRULE, RDATE, without EXDATE and without what a RECURRENCE-ID
/// moves elsewhere), in folded lines of any ending. A cancelled event takes up nothing; alarms, time zones and tasks are passed
/// over. An event from midnight to midnight, or with a time but no end, takes up its days. What would make other days of it is a
/// problem, for a holiday that is silently missed is worse than none.
package struct ICSCalendar: Hashable, Sendable {
    package struct ParseError: Hashable, Sendable {
        /// From 1.
        package var line: Int
        package var message: String
        package var suggestion: String?
    }

    package private(set) var days: [DaySpan] = []
    package private(set) var times: [Range<Date>] = []
    /// In the order of the file, so many at most.
    package private(set) var problems: [ParseError] = []

    package static let longestText = 4 << 20
    package static let mostEvents = 10_000
    /// Days and stretches, repetitions and all.
    package static let mostTaken = 50_000
    package static let mostProblems = 50
    /// Events that come again and again, and pairs of an event and what moves it elsewhere.
    private static let mostRecurring = 1000
    private static let mostMoves = 100_000

    package var exceptions: ScheduleExceptions { ScheduleExceptions(days: days, times: times) }

    /// - Parameters:
    ///   - zone: of times that name none.
    ///   - zones: looks up those that they name.
    package init(_ text: String, zone: ZoneRules, zones: ZoneRulesCache) {
        guard text.utf8.count <= Self.longestText else {
            add(ParseError(line: 1, message: "a calendar has at most 4 MiB"))
            return
        }
        let events = events(in: ICSLine.unfolded(text))
        let moved = Dictionary(grouping: events.filter(\.isMoved), by: \.identifier)
        var recurring = 0, moves = 0
        for event in events where !event.isCancelled {
            guard days.count + times.count <= Self.mostTaken else {
                add(ParseError(line: event.line, message: "a calendar takes up at most \(Self.mostTaken) days and stretches"))
                break
            }
            do {
                let others = event.isMoved ? [] : event.identifier.flatMap { moved[$0] } ?? []
                recurring += event.lines["RRULE"] == nil ? 0 : 1
                moves += others.count
                guard recurring <= Self.mostRecurring, moves <= Self.mostMoves else {
                    add(
                        ParseError(
                            line: event.line,
                            message: "too much repeats or is moved here: at most \(Self.mostRecurring) events may come again"))
                    break
                }
                let taken = try ICSOccurrences(event, zone: zone, zones: zones, movedBy: others).taken()
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
        if problems.count < Self.mostProblems { problems.append(problem) }
    }

    /// Only what stands directly in an event belongs to it.
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
                guard open.count < Self.deepest else {
                    add(ParseError(line: number, message: "this is nested too deeply"))
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
                    guard events.count < Self.mostEvents else {
                        add(ParseError(line: number, message: "a calendar has at most \(Self.mostEvents) events"))
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

    private static let deepest = 8
}
