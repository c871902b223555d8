import MezonModel

/// Refuses two ports in one room: each would hear what the other says there as a stranger's, and links between them would show it to
/// each other for ever.
struct PortRings {
    private struct Seat: Hashable {
        var host: String
        var port: Int
        var room: String
    }

    let names: Names
    let findings: Findings

    func refuse(_ ports: [PortSettings]) {
        let places = Dictionary(names.all.filter { $0.kind == .channels }.map { ($0.id, $0.place) }) { first, _ in first }
        var first: [Seat: (port: PortSettings, place: Place)] = [:]
        for port in ports {
            guard case .irc(let irc) = port.network else { continue }
            for (room, named) in zip(irc.rooms, port.rooms) {
                let seat = Seat(host: Self.host(irc.host), port: irc.port, room: room.widestKey)
                let place = places[named.id.rawValue] ?? port.place
                guard let other = first[seat] else {
                    first[seat] = (port, place)
                    continue
                }
                findings.error(
                    "same-room", "the port '\(other.port.name)' is in \(room.name) of \(irc.host) already (\(other.place))",
                    at: place, suggestion: "remove one of the two")
            }
        }
    }

    private static func host(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
