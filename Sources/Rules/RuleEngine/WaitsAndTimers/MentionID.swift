import ChatModel

/// The id of a mention that waits for an answer: `unanswered.100.7`, for the message and the mentioned user.
struct MentionID: Hashable, Sendable {
    static let prefix = "unanswered."

    let message: MessageID
    let target: UserID
    var text: String { "\(Self.prefix)\(message).\(target)" }

    init(_ message: MessageID, _ target: UserID) {
        self.message = message
        self.target = target
    }

    /// Creates the id of the mention that a continuation is about; `nil` if there is none.
    init?(_ continuation: Continuation) {
        guard let target = continuation.target else { return nil }
        self.init(continuation.event.message, target)
    }

    /// Creates the id of the mention whose time ends with an event; `nil` for any other event.
    init?(endingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule, occurrence.job.name.hasPrefix(Self.prefix)
        else { return nil }
        let parts = occurrence.job.name.dropFirst(Self.prefix.count).split(separator: ".")
        guard parts.count == 2, let message = MessageID(String(parts[0])), let target = UserID(String(parts[1])) else {
            return nil
        }
        self.init(message, target)
    }
}
