import MezonModel

/// A check that no two connections join the same channel: each would take the other's messages for those of a user, and links
/// between them would relay messages endlessly.
struct DuplicateChannelCheck {
    private struct ChannelKey: Hashable {
        var host: String
        var port: Int?
        var room: String
    }

    let names: NameRegistry
    let findings: DiagnosticCollector

    func refuse(_ ports: [ConnectionSettings]) {
        let places = Dictionary(names.all.filter { $0.kind == .channels }.map { ($0.id, $0.place) }) { first, _ in first }
        var first: [ChannelKey: (port: ConnectionSettings, place: SourcePosition)] = [:]
        for port in ports {
            for (seat, named) in zip(Self.channelKeys(port), port.channels) {
                let place = places[named.id.rawValue] ?? port.place
                guard let other = first[seat] else {
                    first[seat] = (port, place)
                    continue
                }
                findings.error(
                    "same-room",
                    "the connection '\(other.port.name)' already joins \(named.name) of \(seat.host) (\(other.place))",
                    at: place, suggestion: "remove one of the two")
            }
        }
    }

    private static func channelKeys(_ port: ConnectionSettings) -> [ChannelKey] {
        switch port.network {
        case .irc(let irc): irc.rooms.map { ChannelKey(host: host(irc.host), port: irc.port, room: $0.widestKey) }
        // A room is the same on every server through which it is reached.
        case .matrix: port.channels.map { ChannelKey(host: "Matrix", port: nil, room: $0.name) }
        case .webhooks: []
        }
    }

    private static func host(_ name: String) -> String {
        let name = name.lowercased()
        if ["localhost", "127.0.0.1", "::1", "[::1]"].contains(name) { return "localhost" }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
