import ChatModel
import Foundation
import Testing

@testable import Recurrence

/// Tests every offset transition of the years 2000 to 2037 in the IANA database, in every zone and link.
///
/// Expected values are observed instead of computed: local clocks are read minute by minute from Foundation's offsets, and a
/// schedule is due when the clock shows a matching time for the first time or has just been moved past it.
@Suite struct TransitionTests {
    private static let years = 946_684_800..<2_145_916_800

    private static let names: [String] = {
        let file = Bundle.module.url(forResource: "Corpus/zones", withExtension: "txt")
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map(String.init)
    }()

    /// Zones with the same transitions are the same to a schedule.
    private struct Table: Hashable {
        var transitions: [Int]
        var offsets: [Int]

        init(_ zone: ZoneRules) {
            transitions = zone.transitions.filter(TransitionTests.years.contains)
            offsets = transitions.map { zone.offset(at: $0) } + [zone.offset(at: TransitionTests.years.lowerBound)]
        }
    }

    @Test func `every zone name of the database has all its transitions`() async throws {
        #expect(Self.names.count == 597)
        var missed: [String] = []
        for name in Self.names {
            let zone = try #require(ZoneRules(named: name), "\(name)")
            let foundation = try #require(TimeZone(identifier: name))
            await Task.yield()  // Lets other tests use the limited thread pool.
            for second in stride(from: Self.years.lowerBound, to: Self.years.upperBound, by: 86_400)
            where zone.offset(at: second) != foundation.secondsFromGMT(for: Date(second: second)) {
                missed.append("\(name) \(second)")
            }
        }
        #expect(missed == [])
    }

    @Test func `schedules keep local time across every offset transition, and intervals count elapsed time`() async throws {
        var known: Set<Table> = []
        var transitions = 0
        var differences: [String] = []
        for name in Self.names {
            let zone = try #require(ZoneRules(named: name))
            transitions += Table(zone).transitions.count
            guard known.insert(Table(zone)).inserted else { continue }
            let foundation = try #require(TimeZone(identifier: name))
            for transition in zone.transitions where Self.years.contains(transition) {
                await Task.yield()
                differences += try TransitionOracle(zone, foundation, transition).differences()
            }
        }
        print("watched \(transitions) changes of clocks in \(Self.names.count) zones and links, \(known.count) of them different")
        #expect(differences.prefix(10) == [])
        #expect(transitions > 15_000)
    }
}

/// The local clock around one offset transition.
private struct TransitionOracle {
    let zone: ZoneRules
    let first: Int
    let last: Int
    /// The local minutes before the transition, at its ends, within it and after it.
    let walls: [Int]
    /// All minutes but the first, with their local times.
    private let minutes: [(second: Int, wall: Int)]
    private let advances: [Advance]

    init(_ zone: ZoneRules, _ foundation: TimeZone, _ transition: Int) {
        self.zone = zone
        func offset(_ second: Int) -> Int { foundation.secondsFromGMT(for: Date(second: second)) }
        let ends = [transition + offset(transition - 60), transition + offset(transition)].sorted()
        walls = [ends[0] - 60, ends[0], ends[0] + (ends[1] - ends[0]) / 120 * 60, ends[1] - 60, ends[1]]
        let width = ends[1] - ends[0] + 3600
        first = transition - width
        last = transition + width
        minutes = stride(from: first + 60, through: last, by: 60).map { ($0, ($0 + offset($0)) / 60) }
        advances = Self.advances(from: first, through: last, offset: offset)
    }

    func differences() throws -> [String] {
        var found: [String] = []
        func compare(_ cadence: Recurrence.Cadence, from start: Int, _ what: String, _ expected: [Int]) {
            let schedule = Schedule(Recurrence(cadence), in: zone, from: Date(second: start))
            let due = schedule.due(after: Date(second: first), through: Date(second: last)).map { Int($0.timeIntervalSince1970) }
            if due != expected { found.append("\(zone) \(what): \(due) instead of \(expected)") }
        }
        let start = first - 40 * 86_400
        for minute in Set(walls.map { $0 / 60 % 1440 }) {
            compare(
                .days([DayRule(.day)], at: .at([minute * 60])), from: start, "daily \(minute)", watched { $0 % 1440 == minute })
        }
        let (day, minute) = (walls[2] / 86_400, walls[2] / 60 % 1440)
        var weekly = DayRule(.week)
        weekly.weekdays = [DayRule.WeekdayPick(Weekday(index: day + 3))]
        compare(
            .days([weekly], at: .at([minute * 60])), from: start, "weekly \(minute)",
            watched { $0 % 1440 == minute && ($0 / 1440 - day) % 7 == 0 })
        for (cron, isWanted) in Self.wildcards {
            compare(try Recurrence(cron: cron).cadence, from: start, cron, shown(isWanted))
        }
        for (cron, isWanted) in Self.named {
            compare(try Recurrence(cron: cron).cadence, from: start, cron, watched(isWanted))
        }
        let anchor = start + 7 * 60
        compare(
            .elapsed(ElapsedInterval(seconds: 3600)), from: anchor, "hourly",
            stride(from: first + 60, through: last, by: 60).filter { ($0 - anchor) % 3600 == 0 })
        return found
    }

    /// Hourly cron expressions and the minutes that match them.
    private static let wildcards: [(String, @Sendable (Int) -> Bool)] = [
        ("*/20 * * * *", { $0 % 20 == 0 }), ("0 * * * *", { $0 % 60 == 0 }), ("7 0-23 * * *", { $0 % 60 == 7 }),
        ("30 * * * 0", { $0 % 60 == 30 && ($0 / 1440 + 4) % 7 == 0 }),
    ]

    /// Cron expressions with fixed hours.
    private static let named: [(String, @Sendable (Int) -> Bool)] = [
        ("0 */2 * * *", { $0 % 120 == 0 }), ("*/20 0-3 * * *", { $0 % 1440 < 240 && $0 % 20 == 0 }),
    ]

    /// Returns the instants at which the clock shows a matching minute.
    private func shown(_ isWanted: (Int) -> Bool) -> [Int] { minutes.filter { isWanted($0.wall) }.map(\.second) }

    /// Returns the instants at which the clock shows a matching minute for the first time or has just been moved past it.
    private func watched(_ isWanted: (Int) -> Bool) -> [Int] {
        advances.filter { $0.minutes.contains(where: isWanted) }.map(\.second)
    }

    /// Returns each minute in which the clock shows a new time, with all the times that it reached or was moved past.
    private static func advances(from first: Int, through last: Int, offset: (Int) -> Int) -> [Advance] {
        var advances: [Advance] = []
        var latest = (first + offset(first)) / 60
        for second in stride(from: first + 60, through: last, by: 60) {
            let minute = (second + offset(second)) / 60
            guard minute > latest else { continue }
            advances.append(Advance(second: second, minutes: (latest + 1)...minute))
            latest = minute
        }
        return advances
    }

    struct Advance {
        let second: Int
        let minutes: ClosedRange<Int>
    }
}
