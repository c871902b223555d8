import Storage
import Synchronization

/// A set of signals by cause, for callers that wait for other deliveries of the same turn.
final class KeyedSignals: Sendable {
    private struct State {
        var keyedSignals: [Int64: [Int: AsyncSignal]] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Calls `look` now and after each settlement for the cause, until it returns a result.
    ///
    /// - Throws: `CancellationError`, and errors of `look`.
    func wait<Result>(for cause: Int64, until look: () async throws -> Result?) async throws -> Result {
        let wakeup = AsyncSignal()
        let id = state.withLock { state in
            state.lastID += 1
            state.keyedSignals[cause, default: [:]][state.lastID] = wakeup
            return state.lastID
        }
        defer { take(id, of: cause) }
        // Registered before the first call, so that no later settlement is missed.
        wakeup.signal()
        for await _ in wakeup.signals {
            if let result = try await look() { return result }
        }
        throw CancellationError()
    }

    /// Signals the waiting callers. Called once results are durable.
    func signal(_ causes: some Sequence<Int64>) {
        let keyedSignals = state.withLock { state in
            state.keyedSignals.isEmpty ? [] : causes.flatMap { state.keyedSignals[$0].map { Array($0.values) } ?? [] }
        }
        for wakeup in keyedSignals { wakeup.signal() }
    }

    private func take(_ id: Int, of cause: Int64) {
        state.withLock { state in
            state.keyedSignals[cause]?[id] = nil
            if state.keyedSignals[cause]?.isEmpty == true { state.keyedSignals[cause] = nil }
        }
    }
}
