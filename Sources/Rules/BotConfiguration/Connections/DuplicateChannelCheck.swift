import ChatModel

/// A check that no two connections join the same channel: each would take the other's messages for those of a user, and links
/// between them would relay messages endlessly.
struct DuplicateChannelCheck {
    let names: NameRegistry
    let diagnostics: DiagnosticCollector

    func refuse(_ connections: [ConnectionSettings]) {
        let positions = Dictionary(names.all.filter { $0.kind == .channels }.map { ($0.id, $0.position) }) { first, _ in first }
        var first: [ChannelAddress: (connection: ConnectionSettings, position: SourcePosition)] = [:]
        for connection in connections {
            for named in connection.channels {
                guard let address = connection.addresses[named.id] else { continue }
                let position = positions[named.id.rawValue] ?? connection.position
                guard let other = first[address] else {
                    first[address] = (connection, position)
                    continue
                }
                diagnostics.error(
                    "same-room",
                    "the connection '\(other.connection.name)' already joins \(named.name) of \(address.host) (\(other.position))",
                    at: position, suggestion: "remove one of the two")
            }
        }
    }
}
