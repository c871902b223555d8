import BotConfiguration
import ChatModel
import Foundation

/// A user whom an event involves.
enum EventUser: String, Hashable, Sendable {
    /// The user who caused the event.
    case author
    /// The user affected by the event: replied to, mentioned, reacted to, or given a role.
    case target
    /// The author of the message replied to.
    case repliedTo

    func user(_ facts: Facts) -> UserID {
        switch self {
        case .author: facts.actor
        case .target: facts.target
        case .repliedTo: facts.repliedTo ?? 0
        }
    }

    /// The texts of an event that contain the user's names.
    var names: [TextSelector] {
        switch self {
        case .author: [TextSelector(source: .displayName), TextSelector(source: .username)]
        case .target: [TextSelector(source: .targetName)]
        case .repliedTo: [TextSelector(source: .quotedName)]
        }
    }
}

extension Facts {
    /// The message replied to.
    var reference: Reference? { message?.references.first }

    /// Returns the number of messages of a user that the bot has seen in this clan, not counting the current one.
    func messagesSeen(of user: UserID) -> Int {
        stateEntry(StateKey(.seen, "messages", SubjectScope([.user, .clan]).subject(user: user, channel: 0, clan: clan)))?.count
            ?? 0
    }

    /// Returns the time in seconds since a user joined the clan; `nil` if it is unknown.
    func membership(of user: UserID) -> Double? { member(user)?.joinedAt.map { now.timeIntervalSince($0) } }

    /// The beginning of 2020, before which Mezon had no accounts.
    private static let firstAccount = Date(timeIntervalSince1970: 1_577_836_800)

    /// Returns the time in seconds since a user's account was created, according to its id; `nil` for ids that contain no such
    /// time, as on other networks.
    func accountAge(of user: UserID) -> Double? {
        guard !user.isNone, !user.isExternal else { return nil }
        let created = Snowflake.date(of: user)
        return created >= Self.firstAccount && created <= now ? now.timeIntervalSince(created) : nil
    }
}
