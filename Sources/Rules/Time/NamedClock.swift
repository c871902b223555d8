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
        configuration.calendars.item(node, findings).map {
            NamedClock($0, zone: zone ?? self.zone(configuration.bot.timeZone), zones: zones)
        }
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
