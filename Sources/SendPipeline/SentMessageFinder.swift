package import MezonModel

/// Finds in a channel's history the message that an unanswered send may have become.
///
/// Sends of a channel leave one at a time and in order, so whatever we wrote there after the last send that was settled can only
/// be one of those still open, in the same order.
package struct SentMessageFinder: Sendable, Equatable {
    /// Oldest first, and none of them claimed yet.
    private var unclaimed: [Message]

    package init(_ messages: [Message], by me: UserID, after last: MessageID) {
        unclaimed = messages.filter { $0.author.id == me && $0.id > last && $0.code == .chat }.sorted { $0.id < $1.id }
    }

    /// Claims the oldest message that says the same and answers the same; what is older than it is claimed by nobody.
    ///
    /// - Parameter orAnything: whether one that says the same does where none answers the same.
    package mutating func claim(_ draft: Draft, answering reference: Reference?, orAnything: Bool = false) -> MessageID? {
        func saysTheSame(_ message: Message) -> Bool {
            message.content.text == draft.content.text && message.attachments.count == draft.attachments.count
        }
        let exact = unclaimed.firstIndex { saysTheSame($0) && $0.references.first?.message == reference?.message }
        guard let index = exact ?? (orAnything ? unclaimed.firstIndex(where: saysTheSame) : nil) else { return nil }
        let message = unclaimed[index].id
        unclaimed.removeSubrange(...index)
        return message
    }
}
