import ChatModel

/// The messages from history that a delayed live stream may still deliver, until it has passed the newest of them.
struct BackfillDeduplicator {
    private var messages: Set<MessageID>
    private let newest: MessageID

    /// Creates a deduplicator; `nil` if there are no messages.
    init?(_ messages: Set<MessageID>) {
        guard let newest = messages.max() else { return nil }
        self.messages = messages
        self.newest = newest
    }

    /// Returns a Boolean value that indicates whether history already contained the message.
    mutating func contains(_ message: MessageID) -> Bool {
        guard messages.remove(message) == nil else { return true }
        if message > newest { messages = [] }
        return false
    }

    /// A Boolean value that indicates whether no further message can be repeated.
    var isOver: Bool { messages.isEmpty }
}
