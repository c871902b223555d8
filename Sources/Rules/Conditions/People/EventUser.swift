import BotConfig
import Foundation
import MezonModel

/// One of the people whom an event is about.
enum EventUser: String, Hashable, Sendable {
    /// Who did it.
    case author
    /// Whom it happened to: replied to, mentioned, reacted to, given a role.
    case target
    /// Whose message is answered.
    case reply

    func user(_ facts: Facts) -> UserID {
        switch self {
        case .author: facts.actor
        case .target: facts.target
        case .reply: facts.reference?.sender ?? 0
        }
    }

    /// Which texts of an event hold their names.
    var names: [TextSelector] {
        switch self {
        case .author: [TextSelector(source: .displayName), TextSelector(source: .username)]
        case .target: [TextSelector(source: .targetName)]
        case .reply: [TextSelector(source: .quotedName)]
        }
    }
}

extension Facts {
    /// The message that is answered.
    var reference: Reference? { message?.references.first }

    /// How many messages of somebody the bot has seen in this clan, this one not counted.
    func messagesSeen(of user: UserID) -> Int {
        memo(StateKey(.seen, "messages", SubjectScope([.user, .clan]).subject(user: user, channel: 0, clan: clan)))?.count ?? 0
    }

    /// How long somebody has been in the clan; `nil` where nobody told us.
    func membership(of user: UserID) -> Double? { member(user)?.joinedAt.map { now.timeIntervalSince($0) } }
}
