import Foundation
import Synchronization

/// What one bot remembers, and what it has decided without its turn being committed yet.
///
/// The newest value that was handed over counts, whether or not it is on disk: what is handed over is stored in that order.
package final class BotStateStore: Sendable {
    /// Looks up what is on disk.
    package typealias Load = @Sendable (_ key: String) async throws -> StoredState?
    /// Stores a record, in the order of the calls, and says when it is on disk. It only hands on.
    package typealias Store = @Sendable (_ record: InvocationRecord, _ stored: @escaping @Sendable () -> Void) -> Void

    private struct Known {
        var value: StoredState?
        /// How many changes are on their way to the disk: until then nobody else knows the value.
        var pending = 0
    }

    private struct State {
        var known: [String: Known] = [:]
        var recalled: [InvocationRecord.Name: [AuthorResult]]
        var dialogues: OpenDialogues
        /// How often values were let go: one that was read across it may be an older one.
        var clearings = 0
    }

    private static let most = 4096  // Values in memory that the disk has too.

    let gates = KeyedAsyncLock()
    private let load: Load
    private let look: Load?
    private let store: Store
    private let state: Mutex<State>

    /// - Parameters:
    ///   - recalled: what was decided before a restart about entries that have no turn yet.
    ///   - stored: what is on disk under the house's own keys.
    ///   - look: what a look in `prepare` finds where it is not the value as it stands: a replay has it from the record.
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
            if state.known.count >= Self.most {
                state.known = state.known.filter { $0.value.pending > 0 }
                state.clearings += 1
            }
            state.known[key] = Known(value: loaded)
            return loaded
        }
    }

    /// The value for one who waits for nobody.
    func glance(_ key: String) async throws -> StoredState? {
        if let look { return try await look(key) }
        return try await value(key)
    }

    /// Lets go of all values: the next look asks what is stored.
    package func clear() {
        state.withLock { state in
            state.known = [:]
            state.clearings += 1
        }
    }

    /// Whether something was decided about an entry before a restart.
    func recalls(_ name: InvocationRecord.Name) -> Bool { state.withLock { $0.recalled[name] != nil } }

    /// What was decided about an entry before a restart; asked once.
    func recall(_ name: InvocationRecord.Name) -> [AuthorResult]? { state.withLock { $0.recalled.removeValue(forKey: name) } }

    /// Whose answers the bot waits for. A replay says it, as it was at the entry in hand.
    package var dialogues: OpenDialogues {
        get { state.withLock { $0.dialogues } }
        set { state.withLock { $0.dialogues = newValue } }
    }

    /// The entry that began a dialogue which waits for an answer; nil where none does.
    func began(_ dialogue: DialogueKey, at now: Date) -> Int64? { state.withLock { $0.dialogues.began(dialogue, at: now) } }

    /// Lets what is on disk be changed past the bot, which waits meanwhile, and reads it again.
    ///
    /// - Parameter change: returns the keys of what is forgotten.
    package func change(_ change: () async throws -> [String]) async throws {
        try await gates.enterEverything()
        defer { gates.leaveEverything() }
        let forgotten = try await change()
        state.withLock { state in
            for key in forgotten { state.dialogues.note(nil, under: key) }
            state.known = state.known.filter { $0.value.pending > 0 }
            state.clearings += 1
        }
    }

    func keep(_ record: InvocationRecord) {
        state.withLock { state in
            for write in record.writes {
                state.known[write.key, default: Known()].value = write.value
                state.known[write.key, default: Known()].pending += 1
                state.dialogues.note(write.value, under: write.key)
            }
        }
        store(record) { [self] in
            state.withLock { state in for write in record.writes { state.known[write.key]?.pending -= 1 } }
        }
    }
}
