import ChatModel

/// The messages and edits from history that a delayed live stream may still deliver, until it has passed the newest of them.
struct BackfillDeduplicator {
    private var messages: Set<MessageID>
    /// The contents of recovered edits.
    private var edits: [MessageID: Content]
    private let newest: MessageID

    /// Creates a deduplicator; `nil` if there are neither messages nor edits.
    ///
    /// - Parameter lastKnown: The newest message that was known before.
    init?(_ messages: Set<MessageID>, edits: [MessageID: Content], after lastKnown: MessageID) {
        guard !messages.isEmpty || !edits.isEmpty else { return nil }
        self.messages = messages
        self.edits = edits
        newest = messages.max() ?? lastKnown
    }

    /// Returns a Boolean value that indicates whether history already contained the message.
    mutating func contains(_ message: MessageID) -> Bool {
        guard messages.remove(message) == nil else { return true }
        if message > newest {
            messages = []
            edits = [:]
        }
        return false
    }

    /// Returns a Boolean value that indicates whether history already showed the edit.
    mutating func contains(edit message: Message) -> Bool {
        guard edits[message.id] == message.content else { return false }
        edits[message.id] = nil
        return true
    }

    /// A Boolean value that indicates whether nothing further can be repeated.
    var isOver: Bool { messages.isEmpty && edits.isEmpty }
}
