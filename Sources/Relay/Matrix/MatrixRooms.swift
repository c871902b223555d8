import BotConfig
import MezonModel

/// The rooms of a port, and how each stands.
struct MatrixRooms: Sendable {
    enum Status: Hashable, Sendable {
        case outside
        case joined
        /// We hold no keys: what is said there is nothing to us, and what we said in the clear would be read by the server.
        case encrypted
        case refused(String)
        /// Thrown out, or left.
        case gone(String)
    }

    struct Room: Sendable {
        let channel: ChannelID
        /// As the operator writes it.
        let name: String
        /// Nil until an alias is known to stand for one.
        var id: String?
        var standing = Status.outside
        /// When to try again to be let in.
        var retryAt = Duration.zero
        /// Why we may not speak there, though we are in.
        var silence: String?
        /// What we have sent by its ticket, as far as the room's history shows it; nil where it has to be asked before the next send.
        var sent: [String: String]?

        /// For a person; nil where all is well.
        var obstacle: String? {
            switch standing {
            case .outside: "not joined yet"
            case .joined: silence
            case .encrypted: "it is encrypted, and this build cannot read or write there"
            case .refused(let reason), .gone(let reason): reason
            }
        }
    }

    private(set) var all: [Room]

    init(_ rooms: [ConnectionSettings.RemoteChannel]) {
        all = rooms.map { Room(channel: $0.id, name: $0.name, id: MatrixIdentifier.isRoom($0.name) ? $0.name : nil) }
    }

    subscript(channel: ChannelID) -> Room? { all.first { $0.channel == channel } }

    var ids: Set<String> { Set(all.compactMap(\.id)) }

    mutating func change(_ channel: ChannelID, _ body: (inout Room) -> Void) {
        guard let index = all.firstIndex(where: { $0.channel == channel }) else { return }
        body(&all[index])
    }

    /// An alias is found to stand for a room; not where another name stands for the same.
    mutating func identify(_ channel: ChannelID, as id: String) -> Bool {
        if let other = all.first(where: { $0.id == id }), other.channel != channel {
            change(channel) { $0.standing = .refused("\(other.name) is the same room") }
            return false
        }
        change(channel) { $0.id = id }
        return true
    }

    /// Those where we are not and that are to be tried now.
    func due(at uptime: Duration) -> [Room] {
        all.filter { room in
            switch room.standing {
            case .joined, .encrypted: false
            case .outside, .refused, .gone: room.retryAt <= uptime
            }
        }
    }
}
