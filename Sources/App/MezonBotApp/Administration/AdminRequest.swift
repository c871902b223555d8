package import ChatModel
package import Foundation

/// A request of a command to a running application: one JSON object on one line.
package enum AdminRequest: Codable, Sendable, Hashable {
    case health
    /// Creates a one-time address of the console.
    case console
    case reload
    /// Activates an earlier revision, given by a prefix of its id; nil for the previous one.
    case rollBack(version: String?)
    case undo(SystemEvent.Undo)
    /// Triggers a rule in a channel, given by name or id; nil for the channel that the rule declares.
    case trigger(rule: String, channel: String?)
    /// Retries a dead letter.
    case retry(deadLetter: Int64)
    case discard(deadLetter: Int64)
    /// Erases the stored data of a user.
    case eraseUser(UserID)
    /// Removes the texts whose retention period has ended.
    case sweep
    /// Pauses, resumes or cancels a scheduled job.
    case pause(job: Int64)
    case resume(job: Int64)
    case cancel(job: Int64)
    /// Retries the deliveries to some channels that were given up.
    case resend(to: Set<ChannelID>, since: Date)
}

/// The reply of the application.
package struct AdminReply: Codable, Sendable, Hashable {
    package var isRefused: Bool
    /// The result for users.
    package var lines: [String]
    package var health: StatusReport?
    /// The result of a retention sweep.
    package var removed: RetentionReport?

    package init(
        _ lines: [String], isRefused: Bool = false, health: StatusReport? = nil, removed: RetentionReport? = nil
    ) {
        self.removed = removed
        self.lines = lines
        self.isRefused = isRefused
        self.health = health
    }
}
