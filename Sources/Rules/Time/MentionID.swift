import MezonModel

/// The name of a mention that waits for an answer: `unanswered.100.7`, for the message and who was mentioned.
struct MentionID: Hashable, Sendable {
    static let prefix = "unanswered."

    let message: MessageID
    let target: UserID
    var text: String { "\(Self.prefix)\(message).\(target)" }

    init(_ message: MessageID, _ target: UserID) {
        self.message = message
        self.target = target
    }

    /// The one that a rule goes on about; nil where it is about none.
    init?(_ continuation: Continuation) {
        guard let target = continuation.target else { return nil }
        self.init(continuation.event.message, target)
    }

    /// The mention whose time is over with an event; nil where it tells of something else.
    init?(endingWith event: Event) {
        guard case .house(.due(let occurrence)) = event, occurrence.isForRule, occurrence.appointment.name.hasPrefix(Self.prefix)
        else { return nil }
        let parts = occurrence.appointment.name.dropFirst(Self.prefix.count).split(separator: ".")
        guard parts.count == 2, let message = MessageID(String(parts[0])), let target = UserID(String(parts[1])) else {
            return nil
        }
        self.init(message, target)
    }
}
