package import ChatModel

/// Finds the messages of unacknowledged sends in a channel's history.
///
/// Every message of the bot after the last settled send belongs to one of the open sends, usually in the same order. A server may
/// reorder sends that were in flight together, so messages that an earlier claim has passed remain available.
package struct SentMessageFinder: Sendable, Equatable {
    /// The messages that no claim has reached, oldest first.
    private var ahead: [Message]
    /// The unclaimed messages older than the last claimed one, oldest first.
    private var passed: [Message] = []

    package init(_ messages: [Message], by me: UserID, after last: MessageID) {
        let own = messages.filter { $0.author.id == me && $0.id > last && ($0.code == .chat || MessageKind($0.code) != nil) }
        ahead = own.sorted { $0.id < $1.id }
    }

    /// Claims a message with the same content and reference: the oldest one after the last claimed message, or else the oldest.
    ///
    /// - Parameter orOtherReference: Whether a message with the same content but another reference is accepted if there is no exact
    ///   match.
    package mutating func claim(_ draft: Draft, answering reference: Reference?, orOtherReference: Bool = false) -> MessageID? {
        func hasSameContent(_ message: Message) -> Bool {
            guard MessageKind(message.code) == draft.kind else { return false }
            // The server writes the content of a poll itself.
            if draft.kind == .poll { return message.poll?.isLike(draft.content) ?? false }
            return message.content.text == draft.content.text && message.attachments.count == draft.attachments.count
        }
        let reference = draft.kind == .poll ? nil : reference?.message  // A poll quotes nothing.
        let exact = claim { hasSameContent($0) && $0.references.first?.message == reference }
        return exact ?? (orOtherReference ? claim(where: hasSameContent) : nil)
    }

    private mutating func claim(where matches: (Message) -> Bool) -> MessageID? {
        if let index = ahead.firstIndex(where: matches) {
            defer { ahead.removeSubrange(...index) }
            passed += ahead[..<index]
            return ahead[index].id
        }
        return passed.firstIndex(where: matches).map { passed.remove(at: $0).id }
    }
}
