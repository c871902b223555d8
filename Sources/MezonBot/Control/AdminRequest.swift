package import Foundation
package import MezonModel

/// What a command asks of a running house: one JSON object on one line.
package enum AdminRequest: Codable, Sendable, Hashable {
    case health
    case reload
    /// The beginning of an edition's name; nil for the one before.
    case rollBack(version: String?)
    case undo(SystemEvent.Undo)
    /// Sets a rule off; in a channel by its name or id, or where the rule itself says.
    case fire(rule: String, channel: String?)
    /// Has a bot try again at what it could not do.
    case retry(letter: Int64)
    case discard(letter: Int64)
    /// Takes a person out of what is kept.
    case forget(user: UserID)
    /// Takes out the texts whose time is over.
    case sweep
    /// Has an appointment wait until it is resumed, go on from now, or be forgotten.
    case pause(appointment: Int64)
    case resume(appointment: Int64)
    case dismiss(appointment: Int64)
    /// Sends what was given up on its way to some channels.
    case sendAgain(channels: Set<ChannelID>, since: Date)
}

/// What the house answers.
package struct AdminReply: Codable, Sendable, Hashable {
    package var isRefused: Bool
    /// For a person.
    package var lines: [String]
    package var health: StatusReport?
    /// What a sweep has taken out.
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
