import BotKit
import MezonModel
import Synchronization

/// Who looks at what in which channel, by edition: an entry is seen by those who were in force where it stands in the journal.
final class HandlerRegistry: Sendable {
    private struct Edition {
        /// The first entry that it looks at.
        var from: Int64
        var roster: ChannelHandlers
    }

    private let editions: Mutex<[Edition]>
    private let mostEditions = 16  // As many as the book of rules keeps.

    init(_ roster: ChannelHandlers) { editions = Mutex([Edition(from: 0, roster: roster)]) }

    func participants(for event: Event, _ context: EventContext) -> [any EventHandler] {
        let roster = editions.withLock { editions in
            (editions.last { $0.from <= context.sequence } ?? editions[0]).roster
        }
        return roster.participants(for: event)
    }

    /// Those in force now: what is sent is looked at when it is sent.
    func outgoingHooks(of channel: ChannelID) -> [any DeliveryMiddleware] {
        editions.withLock { $0[$0.count - 1].roster }.outgoingHooks(of: channel)
    }

    /// From an entry on, another roster looks.
    func change(to roster: ChannelHandlers, from sequence: Int64) {
        editions.withLock { editions in
            editions.append(Edition(from: sequence, roster: roster))
            if editions.count > mostEditions { editions.removeFirst() }
        }
    }

    /// Forgets a change whose boundary came to nothing.
    func withdraw(from sequence: Int64) {
        editions.withLock { editions in
            if editions.count > 1, editions[editions.count - 1].from == sequence { editions.removeLast() }
        }
    }
}
