import Foundation
package import MezonModel
package import Persistence
import Synchronization

/// Which message of the house a message of another network is: found by what the network calls it, or new.
///
/// One for all ports, because no two messages may have one id.
package final class MessageNaming: Sendable {
    private struct Key: Hashable {
        var channel: ChannelID
        var name: String
    }

    private struct State {
        var ids: SnowflakeSequence
        /// Those that may not be durable yet, and how old each is.
        var recent: [Key: MessageID] = [:]
        var order: [Key] = []
        var oldest = 0

        /// In place of the oldest where there are enough.
        mutating func keep(_ message: MessageID, as key: Key) {
            if order.count < MessageNaming.kept {
                order.append(key)
            } else {
                recent[order[oldest]] = nil
                order[oldest] = key
                oldest = (oldest + 1) % order.count
            }
            recent[key] = message
        }
    }

    private static let kept = 16_384  // Far more than are on their way to the disk at any time.

    private let store: Store
    private let time: any TimeSource
    private let state: Mutex<State>

    /// - Throws: what the store throws.
    package init(store: Store, time: any TimeSource) async throws {
        self.store = store
        self.time = time
        state = Mutex(State(ids: SnowflakeSequence(node: 0, after: try await store.newestForeignMessage().snowflake)))
    }

    /// The message that a network calls so.
    ///
    /// - Parameter name: nil where it calls it nothing: then it is a new one.
    /// - Throws: what the store throws.
    package func message(named name: String?, in channel: ChannelID) async throws -> MessageID {
        guard let name else { return next() }
        let key = Key(channel: channel, name: name)
        if let known = state.withLock({ $0.recent[key] }) { return known }
        let stored = try await store.message(named: name, in: channel)
        let now = time.now
        return state.withLock { state in
            if let known = state.recent[key] { return known }
            let message = stored ?? MessageID(foreignSnowflake: state.ids.next(at: now))
            state.keep(message, as: key)
            return message
        }
    }

    /// The same where it is there already; nil for what was never heard of.
    package func known(_ name: String, in channel: ChannelID) async throws -> MessageID? {
        if let known = state.withLock({ $0.recent[Key(channel: channel, name: name)] }) { return known }
        return try await store.message(named: name, in: channel)
    }

    private func next() -> MessageID {
        let now = time.now
        return state.withLock { MessageID(foreignSnowflake: $0.ids.next(at: now)) }
    }
}
