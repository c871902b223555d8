import Persistence
import Synchronization

/// One bell for each who waits until something that was asked for in the same turn is settled.
final class KeyedSignals: Sendable {
    private struct State {
        var bells: [Int64: [Int: AsyncSignal]] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Calls a look at the store, now and whenever something of this cause was settled, until it gives a result.
    ///
    /// - Throws: `CancellationError`, and what the look throws.
    func first<Result>(of cause: Int64, _ look: () async throws -> Result?) async throws -> Result {
        let bell = AsyncSignal()
        let id = state.withLock { state in
            state.lastID += 1
            state.bells[cause, default: [:]][state.lastID] = bell
            return state.lastID
        }
        defer { take(id, of: cause) }
        // Hung before the first look, so that nothing settled after it goes unheard.
        bell.ring()
        for await _ in bell.rings {
            if let result = try await look() { return result }
        }
        throw CancellationError()
    }

    /// To be called once settlements are durable.
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
