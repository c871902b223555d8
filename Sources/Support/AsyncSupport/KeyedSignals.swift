import Synchronization

/// A set of signals by key, for callers that wait for a result which others produce.
package final class KeyedSignals<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var signals: [Key: [Int: AsyncSignal]] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls `look` now and after each signal for the key, until it returns a result.
    ///
    /// - Throws: `CancellationError`, and errors of `look`.
    package func wait<Result>(for key: Key, until look: () async throws -> Result?) async throws -> Result {
        let wakeup = AsyncSignal()
        let id = state.withLock { state in
            state.lastID += 1
            state.signals[key, default: [:]][state.lastID] = wakeup
            return state.lastID
        }
        defer { remove(id, of: key) }
        // Registered before the first call, so that no later signal is missed.
        wakeup.signal()
        for await _ in wakeup.signals {
            if let result = try await look() { return result }
        }
        throw CancellationError()
    }

    /// A Boolean value that indicates whether a caller waits.
    package var isAwaited: Bool { state.withLock { !$0.signals.isEmpty } }

    /// Signals the waiting callers. Called once results are durable.
    package func signal(_ keys: some Sequence<Key>) {
        let waiting = state.withLock { state in
            state.signals.isEmpty ? [] : keys.flatMap { state.signals[$0].map { Array($0.values) } ?? [] }
        }
        for wakeup in waiting { wakeup.signal() }
    }

    private func remove(_ id: Int, of key: Key) {
        state.withLock { state in
            state.signals[key]?[id] = nil
            if state.signals[key]?.isEmpty == true { state.signals[key] = nil }
        }
    }
}
