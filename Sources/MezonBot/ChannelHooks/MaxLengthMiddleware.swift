import BotKit

/// Keeps very long messages from everybody who comes after.
struct MaxLengthMiddleware: EventHandler {
    /// Characters as people count them.
    let limit: Int
    let name = "hook:max_length"

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        // A character is at least one byte: most messages need no count.
        guard message.text.utf8.count > limit else { return .pass }
        let length = message.text.count
        return length > limit ? .drop("\(length) characters, and \(limit) are allowed here") : .pass
    }
}
