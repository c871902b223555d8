/// The users who left a channel in a netsplit or through a host change and are expected back.
struct NetsplitTracker: Sendable {
    private struct Key: Hashable {
        /// Both parts are folded.
        let nick: String
        let room: String
    }

    static let limit = 8192  // Beyond the limit, returning users are reported as new.

    private var keys: Set<Key> = []

    mutating func went(_ nick: String, from room: String) {
        if keys.count >= Self.limit { keys = [] }
        keys.insert(Key(nick: nick, room: room))
    }

    /// Records a join.
    ///
    /// - Returns: a Boolean value that indicates whether the user returned from a netsplit; at most once for each departure.
    mutating func came(_ nick: String, to room: String) -> Bool { keys.remove(Key(nick: nick, room: room)) != nil }
}
