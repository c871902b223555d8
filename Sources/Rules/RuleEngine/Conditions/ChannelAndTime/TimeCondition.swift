import BotConfiguration
import ChatModel
import Foundation
import Recurrence

/// `time: { between, days, inside, tz }`: the time of the event, by the event's own timestamp. A range over midnight belongs to
/// the day on which it begins.
struct TimeCondition: ParsableCondition {
    static let name = "time"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let zone = node.child("tz")?.scalarText ?? ""
        let zones = compilation.zones(fields.take("tz", "A time zone such as `Asia/Ho_Chi_Minh` (default: the clan's)."))
        let ranges = fields.items("between", "Times of day, for example `22:00-06:00`; any of them.")
            .map { ClockRange.ranges($0, diagnostics) }
        let days = fields.items("days", "Days of the week: `[sat, sun]`.")?
            .compactMap { WeekdayWord.day($0, diagnostics) }
        let inside = fields.take("inside", "A calendar of the configuration; the time is within its open hours.")
            .flatMap { compilation.clock($0, zones: zones) }
        if let ranges {
            let part = fields.part("between")
            fields.add(
                FieldCheck([part], meaning: .any(ranges.map { .minutes(of: $0, zone: zone) })) { facts in
                    let time = LocalTime(facts.now, in: zones[facts.clan])
                    let range = ranges.first { $0.contains(minute: time.minute) }
                    return range.map { .holds(Reason(part, "\(time) is in \($0)")) }
                        ?? .fails(part, "\(time) is not in \(ranges.map(\.description).joined(separator: ", "))")
                })
        }
        if let days {
            let part = fields.part("days")
            // With a range, a moment after midnight may belong to the day before.
            let meaning = ranges == nil ? Formula.values(.day(zone: zone), days.map(\.rawValue)) : nil
            fields.add(
                FieldCheck([part], meaning: meaning) { facts in
                    let time = LocalTime(facts.now, in: zones[facts.clan])
                    let range = ranges?.first { $0.contains(minute: time.minute) }
                    let isAfterMidnight = range.map { $0.start >= $0.end && time.minute < $0.end } ?? false
                    let day = isAfterMidnight ? time.day.before : time.day
                    return days.contains(day) ? .holds(Reason(part, "it is \(day)")) : .fails(part, "it is \(day)")
                })
        }
        if let inside {
            let part = fields.part("inside")
            fields.add(
                FieldCheck([part]) { facts in
                    let clock = inside.clocks[facts.clan]
                    let time = LocalTime(facts.now, in: clock.zone)
                    return clock.isOpen(at: facts.now)
                        ? .holds(Reason(part, "\(time.day) \(time) is in \(inside.name)"))
                        : .fails(part, "\(time.day) \(time) is not in \(inside.name)")
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}

extension Formula {
    fileprivate static func minutes(of range: ClockRange, zone: String) -> Formula {
        let minutes =
            range.start < range.end
            ? NumberSet(range.start...(range.end - 1))
            : range.end > 0 ? NumberSet(0...(range.end - 1), range.start...1439) : NumberSet(range.start...1439)
        return .numbers(.minute(zone: zone), minutes)
    }
}
