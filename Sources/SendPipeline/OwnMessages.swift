package import MezonModel

/// Finds in a channel's history the message that an unanswered send may have become.
///
/// Sends of a channel leave one at a time and in order, so whatever we wrote there after the last send that was settled can only
/// be one of those still open, in the same order.
package struct OwnMessages: Sendable, Equatable {
    /// Oldest first, and none of them claimed yet.
    private var unclaimed: [Message]

    package init(_ messages: [Message], by me: UserID, after last: MessageID) {
        unclaimed = messages.filter { $0.author.id == me && $0.id > last && $0.code == .chat }.sorted { $0.id < $1.id }
    }

    /// Claims the oldest message that says the same and answers the same; what is older than it is claimed by nobody.
    package mutating func claim(_ draft: Draft, answering reference: Reference?) -> MessageID? {
        let index = unclaimed.firstIndex { message in
            message.content.text == draft.content.text && message.references.first?.message == reference?.message
                && message.attachments.count == draft.attachments.count
        }
        guard let index else { return nil }
        let message = unclaimed[index].id
        unclaimed.removeSubrange(...index)
        return message
    }
}
