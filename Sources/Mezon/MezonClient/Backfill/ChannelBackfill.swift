package import ChatModel
package import Foundation
package import MezonProtocol

/// The backfill of one channel: the messages found so far, and the live events held back.
package struct ChannelBackfill {
    package enum Step: Equatable {
        /// The page before this message is needed.
        case fetch(before: MessageID)
        /// The history was read; incompletely if the last known message is too many pages away.
        case read(isComplete: Bool)
    }

    private(set) var channel: Channel
    private(set) var lastKnown: MessageID
    private(set) var held: [ReceivedEvent] = []
    private(set) var heldBytes = 0
    /// The oldest message among dropped live events, from which history must be read.
    private(set) var oldestDropped: MessageID?
    private var pages = 0
    private var found: [MessageID: ReceivedEvent] = [:]
    private var foundBytes = 0
    /// The messages from history in earlier rounds.
    private var delivered: Set<MessageID> = []

    /// The default limit of a channel's history in bytes before it is passed on; older messages remain a gap.
    package static let defaultHistoryBytes = 8 << 20

    package init(_ channel: Channel, after lastKnown: MessageID = 0) {
        self.channel = channel
        self.lastKnown = lastKnown
    }

    /// The messages from history that may still arrive live.
    var repeatable: Set<MessageID> { delivered.union(found.keys) }

    /// The oldest message found or held, before which a remaining gap ends; zero if there is none.
    package var oldestFound: MessageID {
        found.keys.min() ?? held.lazy.filter(\.isNewMessage).map(\.event.message).min() ?? 0
    }

    /// The number of messages from history.
    var historyCount: Int { delivered.count }

    mutating func hold(_ received: ReceivedEvent) {
        held.append(received)
        heldBytes += received.frame.count
    }

    /// Drops the held events because there are too many; their messages will be read from history.
    mutating func dropHeldEvents() {
        let oldest = held.lazy.filter(\.isNewMessage).map(\.event.message).min()
        if let oldest { oldestDropped = min(oldestDropped ?? oldest, oldest) }
        held = []
        heldBytes = 0
    }

    /// Starts reading back to a message, from the newest page.
    mutating func start(_ channel: Channel, after lastKnown: MessageID) {
        self.channel = channel
        self.lastKnown = lastKnown
        found = [:]
        foundBytes = 0
        pages = 0
        oldestDropped = nil
    }

    package mutating func add(
        _ page: [ApiChannelMessage], before: MessageID, receivedAt: Date, pageLimit: Int, byteLimit: Int = defaultHistoryBytes
    ) -> Step {
        pages += 1
        var oldest: MessageID?
        for wire in page where wire.channelID == channel.id.rawValue {
            let id = MessageID(wire.messageID)
            oldest = min(oldest ?? id, id)
            guard id > lastKnown, found[id] == nil, !delivered.contains(id),
                let event = BackfilledEvent.make(wire, receivedAt: receivedAt)
            else { continue }
            found[id] = event
            foundBytes += event.frame.count
        }
        // The last condition ends the loop with a server that returns the same page for every request.
        guard page.count >= HistoryPageRequest.pageSize, let oldest, oldest > lastKnown, before.isNone || oldest < before else {
            return .read(isComplete: true)
        }
        return pages < pageLimit && foundBytes < byteLimit ? .fetch(before: oldest) : .read(isComplete: false)
    }

    /// Returns the events to pass on: history, oldest first, then the held events, unless some were dropped meanwhile.
    package mutating func take() -> (history: [ReceivedEvent], live: [ReceivedEvent], needsAnotherRound: Bool) {
        let history = found.sorted { $0.key < $1.key }.map(\.value)
        delivered.formUnion(found.keys)
        held.removeAll { $0.isNewMessage && delivered.contains($0.event.message) }
        heldBytes = held.reduce(0) { $0 + $1.frame.count }
        // History contains nothing newer, so another request would not find the dropped messages either.
        guard oldestDropped != nil, let newest = found.keys.max() else {
            defer {
                held = []
                heldBytes = 0
            }
            return (history, held, false)
        }
        start(channel, after: newest)
        return (history, [], true)
    }
}

extension ReceivedEvent {
    /// A Boolean value that indicates whether the event creates a message, as those in history do.
    var isNewMessage: Bool {
        switch event {
        case .message, .systemMessage: true
        default: false
        }
    }
}
