import Synchronization

/// A gate that suspends callers while it is closed. It is closed at first.
package final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastID = 0
    }
    private let state = Mutex(State())

    package init() {}

    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    package var isOpen: Bool { state.withLock { $0.isOpen } }

    package func close() { state.withLock { $0.isOpen = false } }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError`.
    package func waitUntilOpen() async throws {
        let id = state.withLock { state -> Int? in
            guard !state.isOpen else { return nil }
            state.lastID += 1
            return state.lastID
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let canContinue = state.withLock { state in
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if canContinue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
        try Task.checkCancellation()
    }
}
