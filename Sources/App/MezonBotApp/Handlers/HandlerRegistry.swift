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

    private let revisions: Mutex<[Revision]>
    private let maxRevisions = 16  // As many as the rule engine keeps.

    init(_ channelHandlers: ChannelHandlers) { revisions = Mutex([Revision(from: 0, channelHandlers: channelHandlers)]) }

    func handlers(for event: Event, _ context: EventContext) -> [any EventHandler] {
        let channelHandlers = revisions.withLock { revisions in
            (revisions.last { $0.from <= context.sequence } ?? revisions[0]).channelHandlers
        }
        return channelHandlers.handlers(for: event)
    }

    /// The middleware of the active revision, which applies at the time of sending.
    func deliveryMiddleware(of channel: ChannelID) -> [any DeliveryMiddleware] {
        revisions.withLock { $0[$0.count - 1].channelHandlers }.deliveryMiddleware(of: channel)
    }

    /// Activates other handlers from an entry on.
    func change(to channelHandlers: ChannelHandlers, from sequence: Int64) {
        revisions.withLock { revisions in
            revisions.append(Revision(from: sequence, channelHandlers: channelHandlers))
            if revisions.count > maxRevisions { revisions.removeFirst() }
        }
    }

    /// Removes a change whose commit failed.
    func withdraw(from sequence: Int64) {
        revisions.withLock { revisions in
            if revisions.count > 1, revisions[revisions.count - 1].from == sequence { revisions.removeLast() }
        }
    }
}
