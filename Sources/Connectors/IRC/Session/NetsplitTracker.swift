/// The users who left a channel in a netsplit or through a host change and are expected back.
struct NetsplitTracker: Sendable {
    private struct Key: Hashable {
        /// Both parts are folded.
        let nick: String
        let channel: String
    }

    static let limit = 8192  // Beyond the limit, returning users are reported as new.

    private var keys: Set<Key> = []

    mutating func left(_ nick: String, from channel: String) {
        if keys.count >= Self.limit { keys = [] }
        keys.insert(Key(nick: nick, channel: channel))
    }

    /// Records a join.
    ///
    /// - Returns: A Boolean value that indicates whether the user returned from a netsplit; at most once for each departure.
    mutating func returned(_ nick: String, to channel: String) -> Bool { keys.remove(Key(nick: nick, channel: channel)) != nil }
}
