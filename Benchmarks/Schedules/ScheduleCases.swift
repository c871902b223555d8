import ChatModel
import Foundation
import Recurrence

/// Cases around every clock change of every time zone, and cases in UTC for the rules themselves.
struct ScheduleCases {
    private var random: SplitMix64
    private let rules: Int

    init(seed: UInt64, rules: Int) {
        random = SplitMix64(seed: seed)
        self.rules = rules
    }

    /// The years whose clock changes are compared: 2000 to 2037, the last year that zone files list explicitly.
    private static let years = 946_684_800..<2_145_916_800

    /// Expressions for every hour, some hours and single hours.
    private static let overChanges = ["0 * * * *", "7 * * * *", "*/20 * * * *", "0 */2 * * *", "*/30 0-3 * * *"]

    private static let crons = [
        "*/15 9-17 * * 1-5", "0 9 * * mon", "30 8 1,15 * *", "0 0 13 * 5", "0 0 */10 * 1", "0 0 13 * */2", "0 0 1-31 * 1",
        "0 17 L * *", "0 12 * * 2#2", "0 12 29 2 *", "5-50/9 0 1 1 *", "0 0 * * 0", "0 0 * * 7", "0 0 * * 6-7", "@weekly",
        "@monthly",
    ]

    mutating func all() -> [ScheduleCase] { changes() + plainCrons() + randomRules() }

    /// A clock change, shared by all time zones that make it together.
    private struct Change: Hashable {
        var instant: Int
        var before: Int
        var after: Int
    }

    /// Returns cases for all clock changes, each once.
    private func changes() -> [ScheduleCase] {
        guard let begin = CivilTime(year: 1999, month: 1, day: 1) else { return [] }
        var known: Set<Change> = []
        return TimeZone.knownTimeZoneIdentifiers.sorted().compactMap(ZoneRules.init(named:)).flatMap { zone in
            zone.transitions.filter(Self.years.contains).flatMap { instant -> [ScheduleCase] in
                let change = Change(instant: instant, before: zone.offset(at: instant - 1), after: zone.offset(at: instant))
                return known.insert(change).inserted ? cases(of: change, in: zone, from: begin) : []
            }
        }
    }

    private func cases(of change: Change, in zone: ZoneRules, from begin: CivilTime) -> [ScheduleCase] {
        let (low, high) = (
            change.instant + min(change.before, change.after), change.instant + max(change.before, change.after)
        )
        let walls = Set([low - 60, low, low + (high - low) / 120 * 60, high - 60, high]).sorted()
        let width = high - low + 3 * 3600
        let daily = walls.map { "\($0 / 60 % 60) \($0 / 3600 % 24) * * *" }
        let crons = (daily + Self.overChanges).compactMap {
            ScheduleCase(.cron, $0, in: zone, from: begin, after: change.instant - width, through: change.instant + width)
        }
        let begins = zone.civil(of: Date(timeIntervalSince1970: Double(change.instant - width)))
        let lengths = ["3600", "129600"].compactMap {
            ScheduleCase(.interval, $0, in: zone, from: begins, through: change.instant + 2 * width)
        }
        let rules = walls.compactMap {
            ScheduleCase(
                .rrule, "FREQ=DAILY;BYHOUR=\($0 / 3600 % 24);BYMINUTE=\($0 / 60 % 60)", in: zone, from: begins,
                through: change.instant + width)
        }
        return crons + lengths + rules
    }

    private func plainCrons() -> [ScheduleCase] {
        guard let january = CivilTime(year: 2024, month: 1, day: 1) else { return [] }
        return Self.crons.compactMap { ScheduleCase(.cron, $0, in: .utc, from: january, through: 1_893_456_000, limit: 100) }
    }

    private mutating func randomRules() -> [ScheduleCase] {
        var cases: [ScheduleCase] = []
        while cases.count < rules {
            let start = CivilTime(
                year: 2000 + drawn(26), month: 1 + drawn(12), day: 1 + drawn(28), hour: drawn(24), minute: drawn(60))
            // dateutil searches up to the year 9999 for an occurrence that never comes.
            guard let start, let made = ScheduleCase(.rrule, rule(), in: .utc, from: start, through: 2_524_608_000, limit: 60),
                !made.due.isEmpty
            else { continue }
            cases.append(made)
        }
        return cases
    }

    private mutating func drawn(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func some(_ count: Int, of draw: (inout Self) -> String) -> String {
        (0...drawn(count)).map { _ in draw(&self) }.joined(separator: ",")
    }

    private mutating func rule() -> String {
        let frequency = random.element(of: ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"])
        var parts = ["FREQ=\(frequency)"]
        let isShort = ["HOURLY", "MINUTELY"].contains(frequency)
        if isShort || random.chance(50) { parts.append("INTERVAL=\(isShort ? 60 + drawn(500) : 1 + drawn(5))") }
        if random.chance(30) { parts.append("BYMONTH=" + some(3) { "\(1 + $0.drawn(12))" }) }
        if random.chance(40), frequency != "WEEKLY" {
            parts.append("BYMONTHDAY=" + some(4) { $0.random.chance(30) ? "-\(1 + $0.drawn(31))" : "\(1 + $0.drawn(31))" })
        }
        if random.chance(50) {
            let places = frequency == "YEARLY" ? 53 : 5
            let takesPlace = ["YEARLY", "MONTHLY"].contains(frequency)
            parts.append(
                "BYDAY="
                    + some(3) { cases in
                        let day = cases.random.element(of: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"])
                        guard takesPlace, cases.random.chance(50) else { return day }
                        return (cases.random.chance(30) ? "-" : "") + "\(1 + cases.drawn(places))" + day
                    })
        }
        if random.chance(30) {
            parts.append("BYHOUR=" + some(3) { "\($0.drawn(24))" })
            if !isShort { parts.append("BYMINUTE=" + some(3) { "\($0.drawn(60))" }) }
        }
        if !isShort, parts.contains(where: { $0.hasPrefix("BY") }), random.chance(25) {
            parts.append("BYSETPOS=" + some(2) { $0.random.chance(40) ? "-\(1 + $0.drawn(5))" : "\(1 + $0.drawn(5))" })
        }
        if random.chance(20) { parts.append("WKST=" + random.element(of: ["MO", "SU", "WE"])) }
        if random.chance(30) { parts.append("COUNT=\(1 + drawn(40))") }
        return parts.joined(separator: ";")
    }
}
