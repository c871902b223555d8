import ChatModel
import Foundation
import MezonProtocol

/// The search for changes of known messages in a channel without a gap, by the newest page of its history.
struct ChannelComparison {
    let channel: Channel
    let lastKnown: MessageID
    /// The messages that were edited or deleted live meanwhile, of which the page may show an earlier state.
    private var changedLive: Set<MessageID> = []

    init(channel: Channel, lastKnown: MessageID) {
        self.channel = channel
        self.lastKnown = lastKnown
    }

    mutating func note(_ event: Event) {
        switch event {
        case .edit, .delete: changedLive.insert(event.message)
        default: break
        }
    }

    func knownRange(of page: [ApiChannelMessage]) -> ClosedRange<MessageID>? {
        guard let oldest = page.map({ MessageID($0.messageID) }).min(), oldest <= lastKnown else { return nil }
        return oldest...lastKnown
    }

    func changes(
        _ page: [ApiChannelMessage], _ known: [Message], me: UserID, receivedAt: Date
    ) -> [ReceivedEvent] {
        guard let missed = MissedChanges(page, before: 0, of: channel.id, me: me, receivedAt: receivedAt) else { return [] }
        return missed.events(known.filter { $0.id <= lastKnown && !changedLive.contains($0.id) })
    }
}

extension [ReceivedEvent] {
    /// The contents of edited messages.
    var editedContents: [MessageID: Content] {
        reduce(into: [:]) { contents, received in
            if case .edit(let message) = received.event { contents[message.id] = message.content }
        }
    }
}
