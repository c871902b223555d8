import BotConfiguration
import ChatModel
import Foundation
import Recurrence

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
