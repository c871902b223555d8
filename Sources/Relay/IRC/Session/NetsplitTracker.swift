/// Who went from a room by no doing of theirs, and comes back the same way: behind a server that was lost, or under another host.
struct NetsplitTracker: Sendable {
    private struct Key: Hashable {
        /// Both folded.
        let nick: String
        let room: String
    }

    static let most = 8192  // What is more comes back as if it were new.

    private var keys: Set<Key> = []

    mutating func went(_ nick: String, from room: String) {
        if keys.count >= Self.most { keys = [] }
        keys.insert(Key(nick: nick, room: room))
    }

    /// - Returns: whether it is such a return, of which there is one for each time.
    mutating func came(_ nick: String, to room: String) -> Bool { keys.remove(Key(nick: nick, room: room)) != nil }
}
