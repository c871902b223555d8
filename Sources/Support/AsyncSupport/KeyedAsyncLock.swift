import Synchronization

/// A set of locks by key, and one over all of them. One caller at a time holds a key, in the order of requests.
///
/// A holder may acquire further keys. Callers must agree on an order of keys for that; otherwise two may wait for each other.
package final class KeyedAsyncLock<Key: Hashable & Sendable>: Sendable {
    private struct Waiter {
        enum Mode {
            case key(Key, isWithin: Bool)
            case all
        }

        let id: Int
        let mode: Mode
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var held: Set<Key> = []
        /// A Boolean value that indicates whether a caller holds all keys.
        var isAllHeld = false
        var waiting: [Waiter] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a key; the caller must call `release` afterwards.
    ///
    /// - Parameter isWithin: A Boolean value that indicates whether the caller already holds another key. It then precedes
    ///   callers that wait for all keys, because they also wait for it.
    /// - Throws: `CancellationError`; the key is not held then.
    package func acquire(_ key: Key, isWithin: Bool = false) async throws { try await wait(.key(key, isWithin: isWithin)) }

    /// Waits until no key is held; the caller must call `releaseAll` afterwards.
    ///
    /// - Throws: `CancellationError`; no key is held then.
    package func acquireAll() async throws { try await wait(.all) }

    package func release(_ keys: some Sequence<Key>) { change { $0.held.subtract(keys) } }

    package func releaseAll() { change { $0.isAllHeld = false } }

    private func wait(_ mode: Waiter.Mode) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // A cancellation before this point found no waiter to resume, so it is checked here.
                let isCancelled = change { state in
                    if Task.isCancelled { return true }
                    state.waiting.append(Waiter(id: id, mode: mode, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = change { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Performs a change and admits the waiters that it unblocks.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, admitted) = state.withLock { state in
            let result = change(&state)
            return (result, Self.admit(&state))
        }
        for waiter in admitted { waiter.continuation.resume() }
        return result
    }

    private static func admit(_ state: inout State) -> [Waiter] {
        guard !state.waiting.isEmpty, !state.isAllHeld else { return [] }
        var admitted: [Waiter] = []
        var waiting: [Waiter] = []
        // The held keys, and those for which an earlier caller waits.
        var reserved = state.held
        var isAllRequested = false
        for waiter in state.waiting {
            let isAdmitted: Bool
            switch waiter.mode {
            case .all:
                isAdmitted = !isAllRequested && reserved.isEmpty
                if isAdmitted { state.isAllHeld = true }
                isAllRequested = true
            case .key(let key, let isWithin):
                // A caller queued behind one that waits for all keys does not reserve its key.
                isAdmitted = !state.isAllHeld && (!isAllRequested || isWithin) && reserved.insert(key).inserted
                if isAdmitted { state.held.insert(key) }
            }
            if isAdmitted { admitted.append(waiter) } else { waiting.append(waiter) }
        }
        state.waiting = waiting
        return admitted
    }
}
