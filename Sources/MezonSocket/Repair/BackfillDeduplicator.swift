import MezonModel

/// Messages that history gave and that the live stream, which was behind, may still bring: until it has passed the newest of them.
struct BackfillDeduplicator {
    private var messages: Set<MessageID>
    private let newest: MessageID

    /// `nil` for none.
    init?(_ messages: Set<MessageID>) {
        guard let newest = messages.max() else { return nil }
        self.messages = messages
        self.newest = newest
    }

    /// Whether this message was already given.
    mutating func contains(_ message: MessageID) -> Bool {
        guard messages.remove(message) == nil else { return true }
        if message > newest { messages = [] }
        return false
    }

    /// Whether nothing can be repeated any more.
    var isOver: Bool { messages.isEmpty }
}
