import Synchronization

/// A lock per part of a bot's state. One invocation at a time holds a key, in the order of requests, and releases it when its
/// answer is stored.
///
/// A holder may acquire further keys, from a cooldown's to a dialogue's and from either to the bot's own, never in reverse. So
/// there are no deadlocks, and a replay in the order of release gives the same results.
final class KeyedAsyncLock: Sendable {
    enum Key: Hashable, Sendable {
        /// All state of the bot itself, because its code may access it in any order.
        case bot
        /// One cooldown or one dialogue, which the application checks first; only invocations that need the same one wait for
        /// each other.
        case part(String)

        init(_ key: String) { self = Cooldown.isLedgerKey(key) || DialogueKey(key) != nil ? .part(key) : .bot }
    }

    private struct Waiter {
        enum Mode {
            case gate(Key, isWithin: Bool)
            case everything
        }

        let id: Int
        let request: Mode
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var taken: Set<Key> = []
        /// A Boolean value that indicates whether a caller holds all keys.
        var isClosed = false
        var waiting: [Waiter] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a key; the caller must call `leave` afterwards.
    ///
    /// - Parameter isWithin: A Boolean value that indicates whether the caller already holds another key. It then precedes
    ///   callers that wait for all keys, because they also wait for it.
    /// - Throws: `CancellationError`; the key is not held then.
    func acquire(_ gate: Key, isWithin: Bool = false) async throws { try await wait(.gate(gate, isWithin: isWithin)) }

    /// Waits until no key is held; the caller must call `leaveEverything` afterwards.
    ///
    /// - Throws: `CancellationError`; no key is held then.
    func acquireAll() async throws { try await wait(.everything) }

    func release(_ gates: some Sequence<Key>) { change { $0.taken.subtract(gates) } }

    func leaveEverything() { change { $0.isClosed = false } }

    private func wait(_ wish: Waiter.Mode) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // A cancellation before this point found no waiter to resume, so it is checked here.
                let isCancelled = change { state in
                    if Task.isCancelled { return true }
                    state.waiting.append(Waiter(id: id, request: wish, continuation: continuation))
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
        guard !state.waiting.isEmpty, !state.isClosed else { return [] }
        var admitted: [Waiter] = []
        var waiting: [Waiter] = []
        var spoken = state.taken
        var isBarred = false
        for waiter in state.waiting {
            let isAdmitted: Bool
            switch waiter.request {
            case .everything:
                isAdmitted = !isBarred && spoken.isEmpty
                if isAdmitted { state.isClosed = true }
                isBarred = true
            case .gate(let gate, let isWithin):
                // A caller queued behind one that waits for all keys does not reserve its key.
                isAdmitted = !state.isClosed && (!isBarred || isWithin) && spoken.insert(gate).inserted
                if isAdmitted { state.taken.insert(gate) }
            }
            if isAdmitted { admitted.append(waiter) } else { waiting.append(waiter) }
        }
        state.waiting = waiting
        return admitted
    }
}
