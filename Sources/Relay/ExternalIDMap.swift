import Foundation
package import MezonModel
package import Persistence
import Synchronization

/// Which message of the house a message of another network is: found by what the network calls it, or new.
///
/// One for all ports, because no two messages may have one id.
package final class ExternalIDMap: Sendable {
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
        /// Of those that were looked for together last, the ones that are not on the disk.
        var unheard: Set<Key> = []

        /// In place of the oldest where there are enough.
        mutating func keep(_ message: MessageID, as key: Key) {
            if order.count < ExternalIDMap.kept {
                order.append(key)
            } else {
                recent[order[oldest]] = nil
                order[oldest] = key
                oldest = (oldest + 1) % order.count
            }
            recent[key] = message
            unheard.remove(key)
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
        if let known = try await known(name, in: channel) { return known }
        let key = Key(channel: channel, name: name)
        let now = time.now
        return state.withLock { state in
            if let known = state.recent[key] { return known }
            let message = MessageID(foreignSnowflake: state.ids.next(at: now))
            state.keep(message, as: key)
            return message
        }
    }

    /// The same where it is there already; nil for what was never heard of.
    package func known(_ name: String, in channel: ChannelID) async throws -> MessageID? {
        let key = Key(channel: channel, name: name)
        let (recent, isUnheard) = state.withLock { ($0.recent[key], $0.unheard.contains(key)) }
        if recent != nil || isUnheard { return recent }
        return try await store.message(named: name, in: channel)
    }

    /// Looks on the disk for all of these at once: one by one, a busy room's names would cost more than its messages.
    ///
    /// Names come to the disk through here alone, so what is not there now comes to be known here first.
    package func recall(_ names: [String], in channel: ChannelID) async throws {
        let sought = state.withLock { state in names.filter { state.recent[Key(channel: channel, name: $0)] == nil } }
        guard !sought.isEmpty else { return }
        let stored = try await store.messages(named: sought, in: channel)
        state.withLock { state in
            state.unheard = []
            for name in sought {
                let key = Key(channel: channel, name: name)
                if state.recent[key] != nil { continue }
                if let message = stored[name] { state.keep(message, as: key) } else { state.unheard.insert(key) }
            }
        }
    }

    private func next() -> MessageID {
        let now = time.now
        return state.withLock { MessageID(foreignSnowflake: $0.ids.next(at: now)) }
    }
}
