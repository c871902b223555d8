import BotKit
import ChatModel
import Synchronization

/// The event handlers by revision: an entry is handled by those that were active at its position in the journal.
final class HandlerRegistry: Sendable {
    private struct Revision {
        /// The first entry that it handles.
        var from: Int64
        var channelHandlers: ChannelHandlers
    }

    private let editions: Mutex<[Revision]>
    private let maxRevisions = 16  // As many as the rule engine keeps.

    init(_ channelHandlers: ChannelHandlers) { editions = Mutex([Revision(from: 0, channelHandlers: channelHandlers)]) }

    func participants(for event: Event, _ context: EventContext) -> [any EventHandler] {
        let channelHandlers = editions.withLock { editions in
            (editions.last { $0.from <= context.sequence } ?? editions[0]).channelHandlers
        }
        return channelHandlers.handlers(for: event)
    }

    /// The middleware of the active revision, which applies at the time of sending.
    func outgoingHooks(of channel: ChannelID) -> [any DeliveryMiddleware] {
        editions.withLock { $0[$0.count - 1].channelHandlers }.deliveryMiddleware(of: channel)
    }

    /// Activates other handlers from an entry on.
    func change(to channelHandlers: ChannelHandlers, from sequence: Int64) {
        editions.withLock { editions in
            editions.append(Revision(from: sequence, channelHandlers: channelHandlers))
            if editions.count > maxRevisions { editions.removeFirst() }
        }
    }

    /// Removes a change whose commit failed.
    func withdraw(from sequence: Int64) {
        editions.withLock { editions in
            if editions.count > 1, editions[editions.count - 1].from == sequence { editions.removeLast() }
        }
    }
}
