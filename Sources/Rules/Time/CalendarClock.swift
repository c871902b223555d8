import BotConfig
import Foundation
import MezonModel
import Scheduling

/// A calendar of the configuration as a clock that runs at its hours only, in every clan at those of its time zone.
struct CalendarClock: Hashable, Sendable {
    let name: String
    let clocks: PerClan<BusinessHoursClock>

    /// - Parameter clanZones: for a calendar without a zone of its own.
    init(_ calendar: CalendarSettings, zones clanZones: PerClan<ZoneRules>, _ zones: ZoneRulesCache) {
        name = calendar.name
        let own = calendar.timeZone.flatMap { zones.zone(named: $0.identifier) }
        clocks = (own.map { PerClan($0) } ?? clanZones).map { zone in
            BusinessHoursClock(hours: calendar.hours, days: calendar.days, closed: calendar.except, zone: zone)
        }
    }
}

extension CompilationContext {
    /// The same zone as a table that knows where clocks are changed.
    func zone(_ zone: TimeZone) -> ZoneRules { zones.zone(named: zone.identifier) ?? .utc }

    /// The zone that a node names; that of each clan where there is none.
    func zones(_ node: ConfigNode?) -> PerClan<ZoneRules> {
        node?.timeZone(findings).map { PerClan(zone($0)) } ?? configuration.perClan { zone($0.timeZone) }
    }

    /// The calendar that a node names, as a clock.
    ///
    /// - Parameter zones: those of the clans where it is nil.
    func clock(_ node: ConfigNode, zones clanZones: PerClan<ZoneRules>? = nil) -> CalendarClock? {
        guard let calendar = configuration.calendars.item(node, findings) else { return nil }
        let named = CalendarClock(calendar, zones: clanZones ?? self.zones(nil), zones)
        guard findings.isRecording || named.clocks.base.opening(from: Date(timeIntervalSince1970: 0)) != nil else {
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
    /// - Parameters:
    ///   - clock: whose hours alone count; all where it is nil.
    ///   - clan: the clan in which it passes.
    func end(from moment: Date, on clock: CalendarClock?, in clan: ClanID) -> Date? {
        clock.map { $0.clocks[clan].adding(self, to: moment) } ?? moment + self / .seconds(1)
    }
}
