import Foundation
import Recurrence

/// A schedule and its occurrences, for comparison with other libraries.
struct ScheduleCase: Encodable {
    enum Kind: String, Encodable { case cron, rrule, interval }

    var kind: Kind
    /// The expression, or the interval in seconds.
    var text: String
    var zone: String
    /// The start in seconds since 1970.
    var start: Int
    /// The local time of the start: `2026-01-01T09:00:00`.
    var begins: String
    /// The beginning of the compared range, exclusive.
    var after: Int
    /// The end of the compared range, inclusive.
    var through: Int
    /// The UTC offsets in seconds at both ends.
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
