import ChatModel

/// A check that no two connections join the same channel: each would take the other's messages for those of a user, and links
/// between them would relay messages endlessly.
struct DuplicateChannelCheck {
    let names: NameRegistry
    let diagnostics: DiagnosticCollector

    func refuse(_ ports: [ConnectionSettings]) {
        let places = Dictionary(names.all.filter { $0.kind == .channels }.map { ($0.id, $0.place) }) { first, _ in first }
        var first: [ChannelPlace: (port: ConnectionSettings, place: SourcePosition)] = [:]
        for port in ports {
            for named in port.channels {
                guard let seat = port.places[named.id] else { continue }
                let place = places[named.id.rawValue] ?? port.place
                guard let other = first[seat] else {
                    first[seat] = (port, place)
                    continue
                }
                diagnostics.error(
                    "same-room",
                    "the connection '\(other.port.name)' already joins \(named.name) of \(seat.host) (\(other.place))",
                    at: place, suggestion: "remove one of the two")
            }
        }
    }
}
