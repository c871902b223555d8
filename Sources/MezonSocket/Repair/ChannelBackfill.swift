package import Foundation
package import MezonModel
package import MezonWire

/// What is known of one channel while its history is fetched: messages found so far, and live events held back.
package struct ChannelBackfill {
    package enum Step: Equatable {
        /// The page before this message is needed.
        case fetch(before: MessageID)
        /// History was read; not to the last known message if that is too many pages away.
        case read(isComplete: Bool)
    }

    private(set) var channel: Channel
    private(set) var lastKnown: MessageID
    private(set) var held: [ReceivedEvent] = []
    private(set) var heldBytes = 0
    /// The oldest message among live events that had to be let go: history must be read from there.
    private(set) var firstLetGo: MessageID?
    private var pages = 0
    private var found: [MessageID: ReceivedEvent] = [:]
    private var foundBytes = 0
    /// What history gave in earlier rounds.
    private var given: Set<MessageID> = []

    /// What its history may take until it is passed on; what is older stays a gap for later.
    package static let usualBytes = 8 << 20

    package init(_ channel: Channel, after lastKnown: MessageID = 0) {
        self.channel = channel
        self.lastKnown = lastKnown
    }

    /// Every message that history gave and that may still come live.
    var repeatable: Set<MessageID> { given.union(found.keys) }

    /// Of what there is now, the oldest message that comes after whatever could not be read; zero for none.
    package var oldestThere: MessageID {
        found.keys.min() ?? held.lazy.filter(\.isNewMessage).map(\.event.message).min() ?? 0
    }

    /// How many messages came from history.
    var historyCount: Int { given.count }

    mutating func hold(_ arrival: ReceivedEvent) {
        held.append(arrival)
        heldBytes += arrival.frame.count
    }

    /// Lets held events go, because there are too many. Their messages will be read from history.
    mutating func letGo() {
        let oldest = held.lazy.filter(\.isNewMessage).map(\.event.message).min()
        if let oldest { firstLetGo = min(firstLetGo ?? oldest, oldest) }
        held = []
        heldBytes = 0
    }

    /// Reads from a message on, from the newest page backwards.
    mutating func start(_ channel: Channel, after lastKnown: MessageID) {
        self.channel = channel
        self.lastKnown = lastKnown
        found = [:]
        foundBytes = 0
        pages = 0
        firstLetGo = nil
    }

    package mutating func add(
        _ page: [ApiChannelMessage], before: MessageID, receivedAt: Date, pageLimit: Int, byteLimit: Int = usualBytes
    ) -> Step {
        pages += 1
        var oldest: MessageID?
        for wire in page where wire.channelID == channel.id.rawValue {
            let id = MessageID(wire.messageID)
            oldest = min(oldest ?? id, id)
            guard id > lastKnown, found[id] == nil, !given.contains(id),
                let arrival = BackfilledEvent.make(wire, receivedAt: receivedAt)
            else { continue }
            found[id] = arrival
            foundBytes += arrival.frame.count
        }
        // The last condition ends a server that answers every question with the same page.
        guard page.count >= HistoryPageRequest.pageSize, let oldest, oldest > lastKnown, before.isNone || oldest < before else {
            return .read(isComplete: true)
        }
        return pages < pageLimit && foundBytes < byteLimit ? .fetch(before: oldest) : .read(isComplete: false)
    }

    /// Takes out what can be passed on: history, oldest first, then, unless some were let go meanwhile, the held events.
    package mutating func take() -> (history: [ReceivedEvent], live: [ReceivedEvent], mustGoOn: Bool) {
        let history = found.sorted { $0.key < $1.key }.map(\.value)
        given.formUnion(found.keys)
        held.removeAll { $0.isNewMessage && given.contains($0.event.message) }
        heldBytes = held.reduce(0) { $0 + $1.frame.count }
        // Nothing newer found: asking again would find nothing either.
        guard firstLetGo != nil, let newest = found.keys.max() else {
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
    /// Whether it brings a message into being, as a message of history does.
    var isNewMessage: Bool {
        switch event {
        case .message, .system: true
        default: false
        }
    }
}
