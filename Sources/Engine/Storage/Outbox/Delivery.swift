package import ChatModel
package import Foundation

/// A new outbox row, unique by its cause, author and ordinal.
package struct NewDelivery: Sendable, Hashable {
    /// The author of the request, for example `bot:echo` or `rule:greeting`.
    package var author: String
    /// The position among the requests of this author in this turn.
    package var ordinal: Int
    package var destination: ChannelID
    /// The encoded request, decoded by the delivery service.
    package var payload: [UInt8]
    /// The request in the payload; nil if it has to be decoded.
    package var decoded: ResolvedAction?
    package var after: Dependency
    /// A Boolean value that indicates whether deliveries that wait for success fail once this one has failed.
    package var isEssential: Bool
    /// The first ordinal of the step that this delivery is part of; nil for a step of its own.
    package var step: Int?

    package init(
        author: String, ordinal: Int, destination: ChannelID, payload: [UInt8], decoded: ResolvedAction? = nil,
        after: Dependency = .nothing,
        isEssential: Bool = false, step: Int? = nil
    ) {
        self.author = author
        self.ordinal = ordinal
        self.destination = destination
        self.payload = payload
        self.decoded = decoded
        self.after = after
        self.isEssential = isEssential
        self.step = step
    }

    /// The condition on the earlier deliveries of the same author in the same turn, to any destination.
    package enum Dependency: Int, Sendable, Hashable {
        /// No condition; only the order at its destination applies.
        case nothing = 0
        /// All of them are settled, with any outcome.
        case settled = 1
        /// All of them are settled and no essential one has failed. Otherwise this delivery fails too.
        case success = 2
    }
}

/// An outbox row.
package struct Delivery: Sendable, Hashable {
    package enum Status: Int, Sendable, Hashable {
        /// No attempt is known.
        case pending = 0
        /// Attempted at least once, without a response that settles it.
        case sending = 1
        case sent = 2
        /// Refused by middleware or the server for a reason that a retry would not change.
        case failed = 3
        /// Given up after the last attempt.
        case dead = 4
        /// Intentionally not sent: there was nothing to act on, or the configuration does not allow a message there.
        case skipped = 5
        /// Not sent, because its row differs from what was written. The row is kept as it was found.
        case damaged = 6
    }

    package var id: Int64
    package var cause: Int64
    package var author: String
    package var ordinal: Int
    package var destination: ChannelID
    package var payload: [UInt8]
    /// The request in the payload, for a delivery that was handed on as it was written; nil for one that was read from the outbox.
    package var decoded: ResolvedAction?
    package var status: Status
    package var attempts: Int
    /// The time before which no attempt is made.
    package var retryAt: Date
    /// The number of parts sent of a request that had to be split.
    package var sentParts: Int
    /// The message sent; the first one if the request was split.
    package var message: MessageID
    package var reason: String?
    package var createdAt: Date
    package var after = NewDelivery.Dependency.nothing
    /// The original id. A delivery that is retried after it was given up may be moved behind others under a new id.
    package var originalID: Int64
    package var isResend: Bool { originalID != id }
    /// The identifier of a part that is the same for each attempt.
    package func idempotencyKey(ofPart index: Int) -> String {
        var key = ""
        key.reserveCapacity(40)
        key.append(decimal: createdAt.milliseconds)
        key += "-"
        key.append(decimal: originalID)
        key += "-"
        key.append(decimal: Int64(index))
        return key
    }
    /// The first ordinal of the step that this delivery is part of; its own ordinal if the step has no other part.
    package var step: Int
}

extension Delivery {
    /// The row of a new delivery, as it is read from the outbox.
    init(_ new: NewDelivery, as id: Int64, cause: Int64, at date: Date) {
        self.init(
            id: id, cause: cause, author: new.author, ordinal: new.ordinal, destination: new.destination, payload: new.payload,
            decoded: new.decoded,
            status: .pending, attempts: 0, retryAt: Date(milliseconds: 0), sentParts: 0, message: 0, reason: nil,
            createdAt: Date(milliseconds: date.milliseconds), after: new.after, originalID: id, step: new.step ?? new.ordinal)
    }
}

/// The combined status of the deliveries that another one waits for.
package enum PredecessorStatus: Sendable, Hashable { case open, settled, failed }

/// The result of a delivery or of one attempt.
package struct DeliveryResult: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case sent(MessageID)
        /// One of several parts has been sent; the delivery continues.
        case partSent(MessageID)
        case retry(at: Date, reason: String)
        case failed(String)
        case dead(String)
        case skipped(String)
    }

    package var delivery: Int64
    package var outcome: Outcome
    package var at: Date
    /// The event appended to the journal in the same commit.
    package var note: SystemEvent?
    /// The origin of the sent message, if it is a copy.
    package var copy: Copy?
    /// All messages created on a network that assigns its own ids or splits messages; empty for other networks.
    package var externalMessages: [ExternalMessageID]
    /// The copies that an edit has deleted, because its text needs fewer messages.
    package var deletedCopies: [MessageID] = []

    /// The origin of a copied message and its position among the copies. If the copy was split, the position of its first message.
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
        delivery: Int64, outcome: Outcome, at: Date, note: SystemEvent? = nil, copy: Copy? = nil,
        externalMessages: [ExternalMessageID] = []
    ) {
        self.delivery = delivery
        self.outcome = outcome
        self.at = at
        self.note = note
        self.copy = copy
        self.externalMessages = externalMessages
    }
}

extension DeliveryResult {
    /// The messages sent; empty if none was sent, or if an existing message was acted on without a new one.
    var messages: [MessageID] {
        externalMessages.isEmpty ? [outcome.message].compactMap(\.self) : externalMessages.map(\.message)
    }
}

extension DeliveryResult.Outcome {
    /// The message sent; nil if there is none.
    fileprivate var message: MessageID? {
        switch self {
        case .sent(let message), .partSent(let message): message.isNone ? nil : message
        case .retry, .failed, .dead, .skipped: nil
        }
    }
}
