import BotKit
import MezonModel
import Synchronization

/// The event handlers by revision: an entry is handled by those that were active at its position in the journal.
final class HandlerRegistry: Sendable {
    private struct Edition {
        /// The first entry that it handles.
        var from: Int64
        var roster: ChannelHandlers
    }

    private let editions: Mutex<[Edition]>
    private let mostEditions = 16  // As many as the rule engine keeps.

    init(_ roster: ChannelHandlers) { editions = Mutex([Edition(from: 0, roster: roster)]) }

    func participants(for event: Event, _ context: EventContext) -> [any EventHandler] {
        let roster = editions.withLock { editions in
            (editions.last { $0.from <= context.sequence } ?? editions[0]).roster
        }
        return roster.handlers(for: event)
    }

    /// The middleware of the active revision, which applies at the time of sending.
    func outgoingHooks(of channel: ChannelID) -> [any DeliveryMiddleware] {
        editions.withLock { $0[$0.count - 1].roster }.deliveryMiddleware(of: channel)
    }

    /// Activates other handlers from an entry on.
    func change(to roster: ChannelHandlers, from sequence: Int64) {
        editions.withLock { editions in
            editions.append(Edition(from: sequence, roster: roster))
            if editions.count > mostEditions { editions.removeFirst() }
        }
    }

    /// Removes a change whose commit failed.
    func withdraw(from sequence: Int64) {
        editions.withLock { editions in
            if editions.count > 1, editions[editions.count - 1].from == sequence { editions.removeLast() }
        }
    }
}
