import BotConfig
import Foundation
import MezonModel
import Scheduling

/// A calendar of the configuration as a clock that runs at its hours only.
struct CalendarClock: Hashable, Sendable {
    let name: String
    let clock: BusinessHoursClock

    /// - Parameter zone: for a calendar without one of its own.
    init(_ calendar: CalendarSettings, zone: ZoneRules, zones: ZoneRulesCache) {
        name = calendar.name
        clock = BusinessHoursClock(
            hours: calendar.hours, days: calendar.days, closed: calendar.except,
            zone: calendar.timeZone.flatMap { zones.zone(named: $0.identifier) } ?? zone)
    }
}

extension CompilationContext {
    /// The same zone as a table that knows where clocks are changed.
    func zone(_ zone: TimeZone) -> ZoneRules { zones.zone(named: zone.identifier) ?? .utc }

    /// The zone that a node names; the bot's where there is none.
    func zone(_ node: ConfigNode?) -> ZoneRules { zone(node?.timeZone(findings) ?? configuration.bot.timeZone) }

    /// The calendar that a node names, as a clock.
    ///
    /// - Parameter zone: the bot's where it is nil.
    func clock(_ node: ConfigNode, zone: ZoneRules? = nil) -> CalendarClock? {
        guard let calendar = configuration.calendars.item(node, findings) else { return nil }
        let named = CalendarClock(calendar, zone: zone ?? self.zone(configuration.bot.timeZone), zones: zones)
        guard findings.isRecording || named.clock.opening(from: Date(timeIntervalSince1970: 0)) != nil else {
            findings.error(
                "never-comes", "the calendar '\(calendar.name)' has no time at all", at: node.place,
                suggestion: "look at its days, its hours and its 'except'")
            return nil
        }
        return named
    }
}

extension Duration {
    /// The moment at which it has passed; nil where its clock never runs that long again.
    ///
    /// - Parameter clock: whose hours alone count; all where it is nil.
    func end(from moment: Date, on clock: CalendarClock?) -> Date? {
        clock.map { $0.clock.adding(self, to: moment) } ?? moment + self / .seconds(1)
    }
}
