import Foundation
import Scheduling

/// A schedule and when it is due in our reckoning, for libraries of others to reckon too.
struct ScheduleCase: Encodable {
    enum Kind: String, Encodable { case cron, rrule, interval }

    var kind: Kind
    /// The expression, or seconds.
    var text: String
    var zone: String
    /// Seconds since 1970.
    var start: Int
    /// What clocks show at the beginning: `2026-01-01T09:00:00`.
    var begins: String
    /// Compared is what is due after this…
    var after: Int
    /// …up to this.
    var through: Int
    /// Seconds ahead of UTC at both.
    var offsets: [Int]
    var due: [Int]

    init?(
        _ kind: Kind, _ text: String, in zone: ZoneRules, from start: CivilTime, after: Int? = nil, through: Int,
        limit: Int = 1000
    ) {
        guard let recurrence = try? Self.recurrence(kind, text, start) else { return nil }
        let schedule = Schedule(recurrence, in: zone, from: start)
        let first = Int(schedule.start.timeIntervalSince1970)
        let after = after ?? first - 1
        let due = schedule.due(
            after: Date(timeIntervalSince1970: Double(after)), through: Date(timeIntervalSince1970: Double(through))
        )
        .prefix(limit).map { Int($0.timeIntervalSince1970) }
        self.kind = kind
        self.text = text
        self.zone = zone.name
        self.start = first
        begins = start.description.replacing(" ", with: "T") + (start.second % 60 == 0 ? ":00" : "")
        self.after = after
        self.through = due.count == limit ? due[limit - 1] : through
        offsets = [after, self.through].map(zone.offset)
        self.due = due
    }

    private static func recurrence(_ kind: Kind, _ text: String, _ start: CivilTime) throws -> Recurrence {
        switch kind {
        case .cron: try Recurrence(cron: text)
        case .rrule: try Recurrence(rrule: text, from: start)
        case .interval: Recurrence(.elapsed(ElapsedInterval(seconds: Int(text) ?? 3600)))
        }
    }
}
