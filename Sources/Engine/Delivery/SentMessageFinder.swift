package import ChatModel

/// Finds the message of an unacknowledged send in a channel's history.
///
/// Sends to a channel are sequential, so every message of the bot after the last settled send must be one of the open sends, in
/// the same order.
package struct SentMessageFinder: Sendable, Equatable {
    /// The messages that are not claimed yet, oldest first.
    private var unclaimed: [Message]

    package init(_ messages: [Message], by me: UserID, after last: MessageID) {
        unclaimed = messages.filter { $0.author.id == me && $0.id > last && $0.code == .chat }.sorted { $0.id < $1.id }
    }

    /// Claims the oldest message with the same content and reference. Older messages are discarded.
    ///
    /// - Parameter orOtherReference: Whether a message with the same content but another reference is accepted if there is no exact
    ///   match.
    package mutating func claim(_ draft: Draft, answering reference: Reference?, orOtherReference: Bool = false) -> MessageID? {
        func hasSameContent(_ message: Message) -> Bool {
            message.content.text == draft.content.text && message.attachments.count == draft.attachments.count
        }
        let exact = unclaimed.firstIndex { hasSameContent($0) && $0.references.first?.message == reference?.message }
        guard let index = exact ?? (orOtherReference ? unclaimed.firstIndex(where: hasSameContent) : nil) else { return nil }
        let message = unclaimed[index].id
        unclaimed.removeSubrange(...index)
        return message
    }
}
