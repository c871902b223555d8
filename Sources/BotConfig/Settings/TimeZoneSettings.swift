package import Foundation
package import MezonModel

/// Where times are meant in some clans and channels, where it is not as in the rest of the house.
package struct TimeZoneSettings: Hashable, Sendable {
    package private(set) var channels: [ChannelID: TimeZone] = [:]
    package private(set) var clans: [ClanID: TimeZone] = [:]

    package init() {}
}

extension TimeZoneSettings {
    /// Reads `timezones`: `{ lab-clan: Asia/Tokyo, support: Europe/Berlin }`.
    init(_ entries: [ConfigNode.Entry], names: NameRegistry, _ findings: DiagnosticCollector) {
        for entry in entries {
            let zone = entry.value.timeZone(findings)
            let name = ConfigNode(kind: .scalar(entry.key, .quoted), place: entry.keyPlace)
            guard let place = names.entry(name, kinds: [.clans, .channels], findings), let zone else { continue }
            if place.kind == .clans { clans[ClanID(place.id)] = zone } else { channels[ChannelID(place.id)] = zone }
        }
    }
}
