import BotConfig
import Foundation
import MezonModel
import Scheduling

/// A calendar of the configuration as a clock that runs at its hours only.
struct NamedClock: Hashable, Sendable {
    let name: String
    let clock: WorkingClock

    /// - Parameter zone: for a calendar without one of its own.
    init(_ calendar: CalendarSettings, zone: Zone, zones: Zones) {
        name = calendar.name
        clock = WorkingClock(
            hours: calendar.hours, days: calendar.days, closed: calendar.except,
            zone: calendar.timeZone.flatMap { zones.zone(named: $0.identifier) } ?? zone)
    }
}

extension Compilation {
    /// The same zone as a table that knows where clocks are changed.
    func zone(_ zone: TimeZone) -> Zone { zones.zone(named: zone.identifier) ?? .utc }

    /// The zone that a node names; the bot's where there is none.
    func zone(_ node: ConfigNode?) -> Zone { zone(node?.timeZone(findings) ?? configuration.bot.timeZone) }

    /// The calendar that a node names, as a clock.
    ///
    /// - Parameter zone: the bot's where it is nil.
    func clock(_ node: ConfigNode, zone: Zone? = nil) -> NamedClock? {
        guard let calendar = configuration.calendars.item(node, findings) else { return nil }
        let named = NamedClock(calendar, zone: zone ?? self.zone(configuration.bot.timeZone), zones: zones)
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
    func end(from moment: Date, on clock: NamedClock?) -> Date? {
        clock.map { $0.clock.adding(self, to: moment) } ?? moment + self / .seconds(1)
    }
}
