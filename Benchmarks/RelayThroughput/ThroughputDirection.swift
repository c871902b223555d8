/// The source and destination of relayed messages.
enum ThroughputDirection: String, CaseIterable {
    /// Between two IRC channels without a bot, from client to client, which shows the server's capacity.
    case alone = "IRC alone"
    case rooms = "IRC to IRC"
    case out = "Mezon to IRC"
    case `in` = "IRC to Mezon"

    /// The source channel on IRC; nil for Mezon.
    var source: String? {
        switch self {
        case .alone: "#five"
        case .rooms: "#one"
        case .out: nil
        case .in: "#four"
        }
    }
}
