import BotConfiguration
import ChatModel

/// The rooms of a connection and their states.
struct MatrixRooms: Sendable {
    enum Status: Hashable, Sendable {
        case outside
        case joined
        /// The bot has no keys: it cannot read the room, and a server would see its plain text messages.
        case encrypted
        case refused(String)
        /// The bot was removed or has left.
        case left(String)
    }

    struct Room: Sendable {
        let channel: ChannelID
        /// The name as configured.
        let name: String
        /// The room id; nil until an alias has been resolved.
        var id: String?
        var status = Status.outside
        /// A Boolean value that indicates whether this client has joined the room and has not read events of it since.
        var isNew = false
        /// The uptime of the next join attempt.
        var retryAt = Duration.zero
        /// The reason why the bot may not send in the room although it has joined.
        var sendRefusal: String?
        /// The bot's sent messages by idempotency key, as far as the room's history shows them; nil if they have to be read before the next send.
        var sent: [String: String]?

        /// A readable reason why the room cannot be used; nil if it can.
        var obstacle: String? {
            switch status {
            case .outside: "not joined yet"
            case .joined: sendRefusal
            case .encrypted: "the room is encrypted, which is not supported"
            case .refused(let reason), .left(let reason): reason
            }
        }
    }

    private(set) var all: [Room]

    init(_ rooms: [ConnectionSettings.RemoteChannel]) {
        all = rooms.map { Room(channel: $0.id, name: $0.name, id: MatrixIdentifier.isRoomID($0.name) ? $0.name : nil) }
    }

    subscript(channel: ChannelID) -> Room? { all.first { $0.channel == channel } }

    var ids: Set<String> { Set(all.compactMap(\.id)) }

    mutating func change(_ channel: ChannelID, _ body: (inout Room) -> Void) {
        guard let index = all.firstIndex(where: { $0.channel == channel }) else { return }
        body(&all[index])
    }

    /// Sets the room id of an alias. Fails if another configured name stands for the same room.
    mutating func setID(_ channel: ChannelID, as id: String) -> Bool {
        if let other = all.first(where: { $0.id == id }), other.channel != channel {
            change(channel) { $0.status = .refused("\(other.name) is the same room") }
            return false
        }
        change(channel) { $0.id = id }
        return true
    }

    /// Returns the rooms that are not joined and are due for an attempt.
    func due(at uptime: Duration) -> [Room] {
        all.filter { room in
            switch room.status {
            case .joined, .encrypted: false
            case .outside, .refused, .left: room.retryAt <= uptime
            }
        }
    }
}
