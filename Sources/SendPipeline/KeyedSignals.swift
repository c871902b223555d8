import Persistence
import Synchronization

/// A set of signals by cause, for callers that wait for other deliveries of the same turn.
final class KeyedSignals: Sendable {
    private struct State {
        var bells: [Int64: [Int: AsyncSignal]] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Calls `look` now and after each settlement for the cause, until it returns a result.
    ///
    /// - Throws: `CancellationError`, and errors of `look`.
    func wait<Result>(for cause: Int64, until look: () async throws -> Result?) async throws -> Result {
        let bell = AsyncSignal()
        let id = state.withLock { state in
            state.lastID += 1
            state.bells[cause, default: [:]][state.lastID] = bell
            return state.lastID
        }
        defer { take(id, of: cause) }
        // Registered before the first call, so that no later settlement is missed.
        bell.ring()
        for await _ in bell.signals {
            if let result = try await look() { return result }
        }
        throw CancellationError()
    }

    /// Signals the waiting callers. Called once results are durable.
    func ring(_ causes: some Sequence<Int64>) {
        let bells = state.withLock { state in
            state.bells.isEmpty ? [] : causes.flatMap { state.bells[$0].map { Array($0.values) } ?? [] }
        }
        for bell in bells { bell.ring() }
    }

    private func take(_ id: Int, of cause: Int64) {
        state.withLock { state in
            state.bells[cause]?[id] = nil
            if state.bells[cause]?.isEmpty == true { state.bells[cause] = nil }
        }
    }
}
