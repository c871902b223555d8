import BotKit

/// Drops messages above a maximum length.
struct MaxLengthMiddleware: EventHandler {
    /// The maximum number of characters (grapheme clusters).
    let limit: Int
    let name = "middleware:max_length"

    func decidesImmediately(_ event: Event, in context: EventContext) -> Bool { true }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        // A character has at least one byte: most messages need no count.
        guard message.text.utf8.count > limit else { return .pass }
        let length = message.text.count
        return length > limit ? .drop("\(length) characters exceed the limit of \(limit)") : .pass
    }
}
