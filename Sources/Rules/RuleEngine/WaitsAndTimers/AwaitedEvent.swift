import BotConfiguration
import ChatModel
import Foundation

/// An event that ends a wait early: `wait: { for: 10m, until: reply, by: anyone }`.
struct AwaitedEvent: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A message in the channel of the event.
        case message
        /// A reply to the event's message.
        case reply
        /// A reaction to the event's message.
        case reaction
    }

    enum User: String, Hashable, Sendable, CaseIterable { case author, target, anyone }

    let kind: Kind
    let by: User
    /// A Boolean value that indicates whether an event of a bot ends a wait for anyone.
    let acceptsBots: Bool

    /// The variable that holds the text of the awaited message afterwards.
    static let answer = "answer"

    /// Returns the user for whom a rule waits; zero for anyone, nil if there is no such user.
    func user(_ facts: Facts) -> UserID? {
        let user: UserID
        switch by {
        case .anyone: return 0
        case .author: user = facts.actor
        case .target: user = facts.target
        }
        return user.isNone ? nil : user
    }

    /// Returns the key under which a wait for the event is found when it comes.
    func key(_ user: UserID, _ facts: Facts) -> StateKey {
        switch kind {
        case .message: Self.message(by: user, in: facts.channelID)
        case .reply, .reaction: Self.about(facts.event.message, kind, in: facts.channelID)
        }
    }

    fileprivate static func message(by user: UserID, in channel: ChannelID) -> StateKey {
        StateKey(.awaited, Kind.message.rawValue, user.isNone ? "c\(channel)" : "u\(user).c\(channel)")
    }

    fileprivate static func about(_ message: MessageID, _ kind: Kind, in channel: ChannelID) -> StateKey {
        // Whoever replies or reacts names the message, and could name one of another channel or clan.
        StateKey(.awaited, kind.rawValue, "m\(message).c\(channel)")
    }
}

extension Facts {
    /// The keys of the waits that the event may end.
    var awaitedKeys: [StateKey] {
        switch event {
        case .message(let message):
            [AwaitedEvent.message(by: actor, in: message.channel), AwaitedEvent.message(by: 0, in: message.channel)]
                + message.references.prefix(1).map { AwaitedEvent.about($0.message, .reply, in: message.channel) }
        case .reaction(let reaction) where !reaction.isRemoval:
            [AwaitedEvent.about(reaction.message, .reaction, in: reaction.channel)]
        default: []
        }
    }
}
