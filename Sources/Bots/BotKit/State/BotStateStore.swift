import AsyncSupport
import Foundation
import Synchronization

/// The state of one bot, and the decisions it has made whose turns are not committed yet.
///
/// The newest value handed over is current, whether or not it is on disk; values are stored in the order in which they were
/// handed over.
package final class BotStateStore: Sendable {
    /// Reads a value from disk.
    package typealias Load = @Sendable (_ key: String) async throws -> StoredState?
    /// Stores a record, in the order of the calls, and calls back when it is on disk. It must not block.
    package typealias Store = @Sendable (_ record: InvocationRecord, _ stored: @escaping @Sendable () -> Void) -> Void

    private struct CachedValue {
        var value: StoredState?
        /// The number of changes not yet on disk; until then the value exists only here.
        var pending = 0
    }

    private struct State {
        var known: [String: CachedValue] = [:]
        var recalled: [InvocationRecord.Name: [AuthorResult]]
        var dialogues: OpenDialogues
        /// The number of times values were evicted; a value read from disk across an eviction may be outdated.
        var clearings = 0
    }

    private static let maximum = 4096  // Values kept in memory that are also on disk.

    let lock = KeyedAsyncLock<StateLockKey>()
    private let load: Load
    private let look: Load?
    private let store: Store
    private let state: Mutex<State>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - recalled: The decisions made before a restart for entries without a turn.
    ///   - stored: The values on disk under the application's own keys.
    ///   - look: Reads a value in `prepare`, if not the current one: a replay reads it from the record.
    package init(
        recalled: [InvocationRecord.Name: [AuthorResult]] = [:], stored: [String: StoredState] = [:],
        load: @escaping Load = { _ in nil }, look: Load? = nil,
        store: @escaping Store = { _, stored in stored() }
    ) {
        self.load = load
        self.look = look
        self.store = store
        var dialogues = OpenDialogues()
        for (key, value) in stored { dialogues.note(value, under: key) }
        state = Mutex(State(recalled: recalled, dialogues: dialogues))
    }

    func value(_ key: String) async throws -> StoredState? {
        let (known, clearings) = state.withLock { ($0.known[key], $0.clearings) }
        if let known { return known.value }
        let loaded = try await load(key)
        return state.withLock { state in
            if let known = state.known[key] { return known.value }  // Written while it was read.
            guard state.clearings == clearings else { return loaded }
            if state.known.count >= Self.maximum {
                state.known = state.known.filter { $0.value.pending > 0 }
                state.clearings += 1
            }
            state.known[key] = CachedValue(value: loaded)
            return loaded
        }
    }

    /// Returns the value without waiting for other invocations.
    func valueWithoutLock(_ key: String) async throws -> StoredState? {
        if let look { return try await look(key) }
        return try await value(key)
    }

    /// Evicts all values; the next read loads them from disk.
    package func clear() {
        state.withLock { state in
            state.known = [:]
            state.clearings += 1
        }
    }

    /// Returns whether a decision for an entry was made before a restart.
    func hasRecordedResult(_ name: InvocationRecord.Name) -> Bool { state.withLock { $0.recalled[name] != nil } }

    /// Removes and returns the decision made for an entry before a restart.
    func takeRecordedResult(_ name: InvocationRecord.Name) -> [AuthorResult]? {
        state.withLock { $0.recalled.removeValue(forKey: name) }
    }

    /// The dialogues that wait for an answer. A replay sets them to their state at the current entry.
    package var dialogues: OpenDialogues {
        get { state.withLock { $0.dialogues } }
        set { state.withLock { $0.dialogues = newValue } }
    }

    /// Returns the entry that began an open dialogue, or nil if none is open.
    func began(_ dialogue: DialogueKey, at now: Date) -> Int64? { state.withLock { $0.dialogues.began(dialogue, at: now) } }

    /// Changes stored values on disk while the bot's invocations wait; the values are read again afterwards.
    ///
    /// - Parameter change: Performs the change and returns the keys of the erased values.
    package func change(_ change: () async throws -> [String]) async throws {
        try await lock.acquireAll()
        defer { lock.releaseAll() }
        let forgotten = try await change()
        state.withLock { state in
            for key in forgotten { state.dialogues.note(nil, under: key) }
            state.known = state.known.filter { $0.value.pending > 0 }
            state.clearings += 1
        }
    }

    func record(_ record: InvocationRecord) {
        state.withLock { state in
            for write in record.writes {
                state.known[write.key, default: CachedValue()].value = write.value
                state.known[write.key, default: CachedValue()].pending += 1
                state.dialogues.note(write.value, under: write.key)
            }
        }
        store(record) { [self] in
            state.withLock { state in for write in record.writes { state.known[write.key]?.pending -= 1 } }
        }
    }
}
