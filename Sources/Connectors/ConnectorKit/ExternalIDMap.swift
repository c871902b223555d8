package import ChatModel
import Foundation
package import Storage
import Synchronization

/// The mapping from message names of other networks to the application's message ids: a known id for a known name, otherwise a new one.
///
/// All connections share one map, because no two messages may have the same id.
package final class ExternalIDMap: Sendable {
    private struct Key: Hashable {
        var channel: ChannelID
        var name: String
    }

    private struct State {
        var ids: SnowflakeSequence
        /// Ids that may not be durable yet, by name; `order` and `oldest` form a ring by age.
        var recent: [Key: MessageID] = [:]
        var order: [Key] = []
        var oldest = 0
        /// The names of the last batch lookup that are not stored.
        var knownAbsent: Set<Key> = []

        /// Adds a message, replacing the oldest when the ring is full.
        mutating func remember(_ message: MessageID, as key: Key) {
            if order.count < ExternalIDMap.maxRecent {
                order.append(key)
            } else {
                recent[order[oldest]] = nil
                order[oldest] = key
                oldest = (oldest + 1) % order.count
            }
            recent[key] = message
            knownAbsent.remove(key)
        }
    }

    private static let maxRecent = 16_384  // Far more than are ever waiting to be written to disk.

    private let store: Store
    private let time: any TimeSource
    private let state: Mutex<State>

    /// - Throws: The errors of the store.
    package init(store: Store, time: any TimeSource) async throws {
        self.store = store
        self.time = time
        state = Mutex(State(ids: SnowflakeSequence(node: 0, after: try await store.externalIDs.newestForeignMessage().snowflake)))
    }

    /// Returns the id of the message with a name in a channel, assigning a new id to an unknown name.
    ///
    /// - Parameter name: The network's name for the message; nil if it has none, which always gives a new id.
    /// - Throws: The errors of the store.
    package func message(named name: String?, in channel: ChannelID) async throws -> MessageID {
        guard let name else { return next() }
        if let known = try await known(name, in: channel) { return known }
        let key = Key(channel: channel, name: name)
        let now = time.now
        return state.withLock { state in
            if let known = state.recent[key] { return known }
            let message = MessageID(foreignSnowflake: state.ids.next(at: now))
            state.remember(message, as: key)
            return message
        }
    }

    /// Returns the id of a message by its name; nil if the name is unknown.
    package func known(_ name: String, in channel: ChannelID) async throws -> MessageID? {
        let key = Key(channel: channel, name: name)
        let (recent, isAbsent) = state.withLock { ($0.recent[key], $0.knownAbsent.contains(key)) }
        if recent != nil || isAbsent { return recent }
        return try await store.externalIDs.message(named: name, in: channel)
    }

    /// Looks up several names in the store with one query: single lookups would cost more than the messages of a busy channel.
    ///
    /// Only this map writes names to the store, so a name that is absent there can only become known here first.
    package func prefetch(_ names: [String], in channel: ChannelID) async throws {
        let missing = state.withLock { state in names.filter { state.recent[Key(channel: channel, name: $0)] == nil } }
        guard !missing.isEmpty else { return }
        let stored = try await store.externalIDs.messages(named: missing, in: channel)
        state.withLock { state in
            state.knownAbsent = []
            for name in missing {
                let key = Key(channel: channel, name: name)
                if state.recent[key] != nil { continue }
                if let message = stored[name] { state.remember(message, as: key) } else { state.knownAbsent.insert(key) }
            }
        }
    }

    private func next() -> MessageID {
        let now = time.now
        return state.withLock { MessageID(foreignSnowflake: $0.ids.next(at: now)) }
    }
}
