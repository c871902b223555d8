/// From where to where messages go.
enum ThroughputDirection: String, CaseIterable {
    /// Between two rooms of the server, from client to client and without a bot: what it can bear.
    case alone = "IRC alone"
    case rooms = "IRC to IRC"
    case out = "Mezon to IRC"
    case `in` = "IRC to Mezon"

    /// Where it is said on IRC; nil for Mezon.
    var source: String? {
        switch self {
        case .alone: "#five"
        case .rooms: "#one"
        case .out: nil
        case .in: "#four"
        }
    }
}
