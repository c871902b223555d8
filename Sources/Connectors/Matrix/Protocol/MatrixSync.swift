import ChatModel

/// A sync response: the events since the previous one.
struct MatrixSync: Sendable {
    struct Room: Sendable {
        /// The state before the timeline: the members who speak, and whether the room is encrypted.
        var state: [MatrixEvent]
        /// The events, oldest first.
        var timeline: [MatrixEvent]
        /// A Boolean value that indicates whether events before the timeline were left out.
        var isLimited: Bool
        /// The token for reading the events before the timeline.
        var previous: String?
    }

    var next: String
    var joined: [String: Room] = [:]
    /// The rooms that the bot has left, with the events that give the reason.
    var left: [String: [MatrixEvent]] = [:]
    var invited: Set<String> = []

    static let maxTokenBytes = 4096  // Bytes; a server's tokens have some hundred.

    /// - Parameter rooms: The rooms of interest; others are ignored.
    init?(_ value: JSONValue, of rooms: Set<String>) {
        guard let fields = value.object, let next = fields["next_batch"]?.string, !next.isEmpty,
            next.utf8.count <= Self.maxTokenBytes
        else { return nil }
        self.next = next
        guard let update = fields["rooms"]?.object else { return }
        for id in rooms {
            if let room = update["join"]?.object?[id]?.object { joined[id] = Self.room(room) }
            if let room = update["leave"]?.object?[id]?.object {
                left[id] = Self.events(room["state"]) + Self.events(room["timeline"])
            }
            if update["invite"]?.object?[id] != nil { invited.insert(id) }
        }
    }

    private static func room(_ fields: [String: JSONValue]) -> Room {
        let timeline = fields["timeline"]?.object
        let previous = timeline?["prev_batch"]?.string
        return Room(
            state: events(fields["state"]), timeline: events(fields["timeline"]), isLimited: timeline?["limited"] == true,
            previous: previous.flatMap { $0.utf8.count <= maxTokenBytes ? $0 : nil })
    }

    private static func events(_ value: JSONValue?) -> [MatrixEvent] {
        value?.object?["events"]?.array?.compactMap(MatrixEvent.init) ?? []
    }
}

/// A page of history, newest event first.
struct MatrixPage: Sendable {
    var events: [MatrixEvent]
    var state: [MatrixEvent]
    /// The token of the next page; nil at the end.
    var next: String?

    init(_ value: JSONValue) {
        events = value.object?["chunk"]?.array?.compactMap(MatrixEvent.init) ?? []
        state = value.object?["state"]?.array?.compactMap(MatrixEvent.init) ?? []
        next = (value.object?["end"]?.string).flatMap { $0.utf8.count <= MatrixSync.maxTokenBytes ? $0 : nil }
    }
}
