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
    /// The newest message that can have been missed. Newer ones were sent during the connection, so they are not late.
    private var newestMissed = MessageID(Int64.max)
    private(set) var held: [ReceivedEvent] = []
    private(set) var heldBytes = 0
    /// The oldest message among dropped live events, from which history must be read.
    private(set) var oldestDropped: MessageID?
    private var pages = 0
    private var found: [MessageID: ReceivedEvent] = [:]
    private var foundBytes = 0
    /// The messages from history in earlier rounds.
    private var delivered: Set<MessageID> = []
    /// Edits and deletions of known messages, by message.
    private var changes: [MessageID: ReceivedEvent] = [:]
    /// The contents of recovered edits that were passed on, which may still arrive live.
    private(set) var recoveredEdits: [MessageID: Content] = [:]
    /// The number of known messages in the pages read.
    private var knownCount = 0
    /// A Boolean value that indicates whether the page before the last known message was requested, to look for changes only.
    private(set) var isLookingBack = false

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
    mutating func start(_ channel: Channel, after lastKnown: MessageID, newestMissed: MessageID) {
        self.channel = channel
        self.lastKnown = lastKnown
        self.newestMissed = newestMissed
        found = [:]
        foundBytes = 0
        pages = 0
        changes = [:]
        knownCount = 0
        isLookingBack = false
        oldestDropped = nil
    }

    /// Returns the ids of a page among which the journal may know messages; `nil` if there are none.
    func knownRange(of page: [ApiChannelMessage]) -> ClosedRange<MessageID>? {
        guard delivered.isEmpty, let oldest = page.map({ MessageID($0.messageID) }).min(), oldest <= lastKnown else { return nil }
        return oldest...lastKnown
    }

    /// Adds the changes that a page shows of messages that the journal knows. Those that arrived live are left out.
    mutating func compare(
        _ page: [ApiChannelMessage], before: MessageID, with known: [ChatModel.Message], me: UserID, receivedAt: Date
    ) {
        guard let missed = MissedChanges(page, before: before, of: channel.id, me: me, receivedAt: receivedAt) else { return }
        for event in missed.events(known.filter { $0.id <= lastKnown }) { changes[event.event.message] = event }
    }

    /// Adds a page and returns what follows.
    ///
    /// - Parameter looksBack: Pass true to request one more page if the last one has few known messages, whose changes are to be found.
    package mutating func add(
        _ page: [ApiChannelMessage], before: MessageID, receivedAt: Date, pageLimit: Int, byteLimit: Int = defaultHistoryBytes,
        looksBack: Bool = false
    ) -> Step {
        pages += 1
        var oldest: MessageID?
        for wire in page where wire.channelID == channel.id.rawValue {
            let id = MessageID(wire.messageID)
            oldest = min(oldest ?? id, id)
            if id <= lastKnown { knownCount += 1 }
            guard id > lastKnown, found[id] == nil, !delivered.contains(id),
                let event = BackfilledEvent.make(wire, receivedAt: receivedAt, isLate: id <= newestMissed)
            else { continue }
            found[id] = event
            foundBytes += event.frame.count
        }
        // The last condition ends the loop with a server that returns the same page for every request.
        guard page.count >= HistoryPageRequest.pageSize, let oldest, before.isNone || oldest < before else {
            return .read(isComplete: true)
        }
        guard oldest > lastKnown else {
            guard looksBack, !isLookingBack, knownCount < HistoryPageRequest.pageSize / 2 else { return .read(isComplete: true) }
            isLookingBack = true
            return .fetch(before: oldest)
        }
        return pages < pageLimit && foundBytes < byteLimit ? .fetch(before: oldest) : .read(isComplete: false)
    }

    /// Returns the events to pass on: changes of known messages and history, oldest message first, then the held events, unless some
    /// were dropped meanwhile.
    package mutating func take() -> (history: [ReceivedEvent], live: [ReceivedEvent], needsAnotherRound: Bool) {
        let edited = Set(held.editedContents.keys)
        let missed = changes.filter { !edited.contains($0.key) }
        recoveredEdits.merge(Array(missed.values).editedContents) { _, new in new }
        changes = [:]
        let history = (missed.sorted { $0.key < $1.key } + found.sorted { $0.key < $1.key }).map(\.value)
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
        start(channel, after: newest, newestMissed: newestMissed)
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
