import BotConfig
import Foundation
import MezonModel
import Scheduling

/// A configured calendar as a clock that runs only during its open hours, in its own time zone or in that of each clan.
struct CalendarClock: Hashable, Sendable {
    let name: String
    let clocks: PerClan<BusinessHoursClock>

    /// - Parameter clanZones: The time zones for a calendar without its own zone.
    init(_ calendar: CalendarSettings, zones clanZones: PerClan<ZoneRules>, _ zones: ZoneRulesCache) {
        name = calendar.name
        let own = calendar.timeZone.flatMap { zones.zone(named: $0.identifier) }
        clocks = (own.map { PerClan($0) } ?? clanZones).map { zone in
            BusinessHoursClock(hours: calendar.hours, days: calendar.days, closed: calendar.except, zone: zone)
        }
    }
}

extension CompilationContext {
    /// Returns the transition table of a time zone.
    func zone(_ zone: TimeZone) -> ZoneRules { zones.zone(named: zone.identifier) ?? .utc }

    /// Returns the time zone that a node names; without a node, the zone of each clan.
    func zones(_ node: ConfigNode?) -> PerClan<ZoneRules> {
        node?.timeZone(findings).map { PerClan(zone($0)) } ?? configuration.perClan { zone($0.timeZone) }
    }

    /// Returns the calendar that a node names, as a clock.
    ///
    /// - Parameter clanZones: The time zones for a calendar without its own zone; `nil` for those of the clans.
    func clock(_ node: ConfigNode, zones clanZones: PerClan<ZoneRules>? = nil) -> CalendarClock? {
        guard let calendar = configuration.calendars.item(node, findings) else { return nil }
        let named = CalendarClock(calendar, zones: clanZones ?? self.zones(nil), zones)
        guard findings.isRecording || named.clocks.base.opening(from: Date(timeIntervalSince1970: 0)) != nil else {
            findings.error(
                "never-comes", "the calendar '\(calendar.name)' has no open hours", at: node.position,
                suggestion: "check its days, its hours and its 'except'")
            return nil
        }
        return named
    }
}

extension Duration {
    /// Returns the date at which the duration has passed; `nil` if the clock never runs that long again.
    ///
    /// - Parameters:
    ///   - clock: The clock that must be running for time to count; `nil` to count all time.
    ///   - clan: The clan whose clock applies.
    func end(from moment: Date, on clock: CalendarClock?, in clan: ClanID) -> Date? {
        clock.map { $0.clocks[clan].adding(self, to: moment) } ?? moment + self / .seconds(1)
    }
}
