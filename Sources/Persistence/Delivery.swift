package import Foundation
package import MezonModel

/// A row for the outbox, unique by its cause, author and ordinal.
package struct NewDelivery: Sendable, Hashable {
    /// Who asked for it: `bot:echo`, `rule:greeting`.
    package var author: String
    /// Its place among what this author asked for in this turn.
    package var ordinal: Int
    package var destination: ChannelID
    /// The request as the send pipeline reads it back.
    package var payload: [UInt8]
    package var after: Dependency
    /// Whether those that wait for its success are not to be tried once it has failed.
    package var isEssential: Bool
    /// The ordinal with which the step begins that it is a part of; nil for a step of its own.
    package var step: Int?

    package init(
        author: String, ordinal: Int, destination: ChannelID, payload: [UInt8], after: Dependency = .nothing,
        isEssential: Bool = false, step: Int? = nil
    ) {
        self.author = author
        self.ordinal = ordinal
        self.destination = destination
        self.payload = payload
        self.after = after
        self.isEssential = isEssential
        self.step = step
    }

    /// What it waits for among the deliveries that the same author asked for earlier in the same turn, wherever they go.
    package enum Dependency: Int, Sendable, Hashable {
        /// Nothing but its turn at its destination.
        case nothing = 0
        /// All of them are settled, whichever way.
        case settled = 1
        /// All of them are settled, and no essential step among them has failed: otherwise it fails too.
        case success = 2
    }
}

/// One outbox row on its way.
package struct Delivery: Sendable, Hashable {
    package enum Status: Int, Sendable, Hashable {
        /// Nothing is known to have been tried.
        case pending = 0
        /// Tried at least once without an answer that settles it.
        case sending = 1
        case sent = 2
        /// Refused, by a hook or by the server, for a reason that trying again would not change.
        case failed = 3
        /// Given up after the last try.
        case dead = 4
        /// Not sent, and rightly so: there was nothing to act on, or the configuration says that nothing is said there.
        case skipped = 5
    }

    package var id: Int64
    package var cause: Int64
    package var author: String
    package var ordinal: Int
    package var destination: ChannelID
    package var payload: [UInt8]
    package var status: Status
    package var attempts: Int
    /// Not to be tried before this moment.
    package var retryAt: Date
    /// How many messages of a request that had to be split have been sent.
    package var sentParts: Int
    /// The message it became; of several, the first.
    package var message: MessageID
    package var reason: String?
    package var createdAt: Date
    package var after = NewDelivery.Dependency.nothing
    /// The number that it had first: after it was given up it may have gone behind others.
    package var first: Int64
    package var isAgain: Bool { first != id }
    /// The ordinal with which the step begins that it is a part of: its own where the step has no other part.
    package var step: Int
}

/// How it stands with those deliveries that another one waits for.
package enum PredecessorStatus: Sendable, Hashable { case open, settled, failed }

/// What became of a delivery, or of one try.
package struct DeliveryResult: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case sent(MessageID)
        /// One of several messages is out; the delivery goes on.
        case partSent(MessageID)
        case retry(at: Date, reason: String)
        case failed(String)
        case dead(String)
        case skipped(String)
    }

    package var delivery: Int64
    package var outcome: Outcome
    package var at: Date
    /// What the journal is told of it, in the same commit.
    package var note: SystemEvent?
    /// What the message that was sent is a copy of.
    package var copy: Copy?
    /// All that it became on a network that has names for messages, or makes several of one; empty elsewhere.
    package var became: [ExternalMessageID]

    /// What a message is a copy of, and its place among those that are: of several that it became, the first one's.
    package struct Copy: Sendable, Hashable {
        package var origin: MessageID
        package var channel: ChannelID
        package var author: UserID
        package var part: Int

        package init(of origin: MessageID, in channel: ChannelID, by author: UserID, part: Int) {
            self.origin = origin
            self.channel = channel
            self.author = author
            self.part = part
        }
    }

    package init(
        delivery: Int64, outcome: Outcome, at: Date, note: SystemEvent? = nil, copy: Copy? = nil, became: [ExternalMessageID] = []
    ) {
        self.delivery = delivery
        self.outcome = outcome
        self.at = at
        self.note = note
        self.copy = copy
        self.became = became
    }
}

extension DeliveryResult {
    /// The messages that are out; none where nothing is, or where an old one was acted on without a new one.
    var messages: [MessageID] { became.isEmpty ? [outcome.message].compactMap(\.self) : became.map(\.message) }
}

extension DeliveryResult.Outcome {
    /// The message that is out; nil where none is.
    fileprivate var message: MessageID? {
        switch self {
        case .sent(let message), .partSent(let message): message.isNone ? nil : message
        case .retry, .failed, .dead, .skipped: nil
        }
    }
}
