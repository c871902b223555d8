import MezonModel

/// What happened since the last time, as one answer of the server tells it.
struct MatrixSync: Sendable {
    struct Room: Sendable {
        /// Who people are who speak, and whether the room is encrypted: before the timeline.
        var state: [MatrixEvent]
        /// Oldest first.
        var timeline: [MatrixEvent]
        /// Whether more happened before the timeline than it holds.
        var isLimited: Bool
        /// From where what happened before the timeline can be read.
        var previous: String?
    }

    var next: String
    var joined: [String: Room] = [:]
    /// Where we are no more, and what tells why.
    var left: [String: [MatrixEvent]] = [:]
    var invited: Set<String> = []

    static let longestToken = 4096  // Bytes; a server's are some hundred.

    /// - Parameter rooms: those of interest; what is told of others is let be.
    init?(_ value: JSONValue, of rooms: Set<String>) {
        guard let fields = value.object, let next = fields["next_batch"]?.string, !next.isEmpty,
            next.utf8.count <= Self.longestToken
        else { return nil }
        self.next = next
        guard let told = fields["rooms"]?.object else { return }
        for id in rooms {
            if let room = told["join"]?.object?[id]?.object { joined[id] = Self.room(room) }
            if let room = told["leave"]?.object?[id]?.object {
                left[id] = Self.events(room["state"]) + Self.events(room["timeline"])
            }
            if told["invite"]?.object?[id] != nil { invited.insert(id) }
        }
    }

    private static func room(_ fields: [String: JSONValue]) -> Room {
        let timeline = fields["timeline"]?.object
        let previous = timeline?["prev_batch"]?.string
        return Room(
            state: events(fields["state"]), timeline: events(fields["timeline"]), isLimited: timeline?["limited"] == true,
            previous: previous.flatMap { $0.utf8.count <= longestToken ? $0 : nil })
    }

    private static func events(_ value: JSONValue?) -> [MatrixEvent] {
        value?.object?["events"]?.array?.compactMap(MatrixEvent.init) ?? []
    }
}

/// A page of what was said, newest first.
struct MatrixPage: Sendable {
    var events: [MatrixEvent]
    var state: [MatrixEvent]
    /// From where it goes on; nil at the end.
    var next: String?

    init(_ value: JSONValue) {
        events = value.object?["chunk"]?.array?.compactMap(MatrixEvent.init) ?? []
        state = value.object?["state"]?.array?.compactMap(MatrixEvent.init) ?? []
        next = (value.object?["end"]?.string).flatMap { $0.utf8.count <= MatrixSync.longestToken ? $0 : nil }
    }
}
