import Synchronization

/// The cancellation of blocking work that runs outside of a task.
package final class CancellationFlag: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isCancelled: Bool { state.load(ordering: .relaxed) }

    package func cancel() { state.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError` once the work is cancelled.
    package func check() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }
}
