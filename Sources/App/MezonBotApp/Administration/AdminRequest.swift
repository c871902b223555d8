package import ChatModel
package import Foundation
package import Replay

/// A request of a command to a running application: one JSON object on one line.
///
/// `by` names who asks; nil for the command line.
package enum AdminRequest: Codable, Sendable, Hashable {
    case health
    /// Creates a one-time address of the console, for everything or for some clans, given by name or id.
    case console(clans: [String] = [])
    case reload(by: String? = nil)
    /// Activates an earlier revision, given by a prefix of its id; nil for the previous one.
    case rollBack(version: String?, by: String? = nil)
    /// Replaces a file of the configuration and activates the result.
    case save(ConfigurationEdit)
    case undo(SystemEvent.Undo)
    /// Writes a new fixture beside the configuration's others, under a name of letters, digits and '-'. `by` is its author.
    case saveFixture(name: String, text: String, by: String)
    /// Answers an open question of a rule.
    case answer(SystemEvent.Answer)
    /// Takes back what a rule did.
    case rewind(RewindRequest, by: String)
    /// Triggers a rule in a channel, given by name or id; nil for the channel that the rule declares.
    case trigger(rule: String, channel: String?, by: String? = nil)
    /// Retries a dead letter.
    case retry(deadLetter: Int64, by: String? = nil)
    case discard(deadLetter: Int64, by: String? = nil)
    /// Erases the stored data of a user.
    case eraseUser(UserID)
    /// Removes the texts whose retention period has ended.
    case sweep
    /// Pauses, resumes or cancels a scheduled job.
    case pause(job: Int64, by: String? = nil)
    case resume(job: Int64, by: String? = nil)
    case cancel(job: Int64, by: String? = nil)
    /// Shows a bot's settings in a clan, given by name or id.
    case settings(of: String, clan: String)
    /// Changes a bot's setting in a clan, given by name or id; nil for the default. `by` names who asks.
    case change(setting: String, of: String, to: String?, clan: String, by: String)
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
    /// A Boolean value that indicates whether a file was written; nil for requests that write none.
    package var isWritten: Bool?

    package init(
        _ lines: [String], isRefused: Bool = false, health: StatusReport? = nil, removed: RetentionReport? = nil
    ) {
        self.removed = removed
        self.lines = lines
        self.isRefused = isRefused
        self.health = health
    }
}
