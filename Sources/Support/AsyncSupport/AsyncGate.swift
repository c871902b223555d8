import Synchronization

/// A gate that is open while there is a connection. Callers wait while it is closed.
package final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
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

    package func shut() { state.withLock { $0.isOpen = false } }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError`.
    package func pass() async throws {
        let ticket = state.withLock { state -> Int? in
            guard !state.isOpen else { return nil }
            state.next += 1
            return state.next
        }
        guard let ticket else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
        }
        try Task.checkCancellation()
    }
}
