import BotConfiguration
import ChatModel
import Foundation
import Recurrence

extension CompilationContext {
    /// Returns the transition table of a time zone.
    func zone(_ zone: TimeZone) -> ZoneRules { zones.zone(named: zone.identifier) ?? .utc }

    /// Returns the time zone that a node names; without a node, the zone of each clan.
    func zones(_ node: ConfigNode?) -> PerClan<ZoneRules> {
        node?.timeZone(diagnostics).map { PerClan(zone($0)) } ?? configuration.perClan { zone($0.timeZone) }
    }

    /// Returns the calendar that a node names, as a clock.
    ///
    /// - Parameter clanZones: The time zones for a calendar without its own zone; `nil` for those of the clans.
    func clock(_ node: ConfigNode, zones clanZones: PerClan<ZoneRules>? = nil) -> CalendarClock? {
        guard let calendar = configuration.calendars.item(node, diagnostics) else { return nil }
        let named = CalendarClock(calendar, zones: clanZones ?? self.zones(nil), zones)
        guard named.clocks.base.opening(from: Date(timeIntervalSince1970: 0)) != nil else {
            diagnostics.error(
                "never-comes", "the calendar '\(calendar.name)' has no open hours", at: node.position,
                suggestion: "check its days, its hours and its 'except'")
            return nil
        }
        return named
    }
}
