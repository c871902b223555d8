import Synchronization

/// Keeps those apart who would use the same part of what a bot remembers: one at a time goes through a gate, in the order of asking,
/// and leaves when its answer is kept.
///
/// Whoever is within a gate may come to another: from that of a cooldown to that of a dialogue, and from either to the bot's own, never
/// back. So no two wait for each other, and what is kept in the order of leaving comes out the same when it is done again.
final class KeyedAsyncLock: Sendable {
    enum Key: Hashable, Sendable {
        /// All that its code may look at, because it may do so in any order.
        case bot
        /// One cooldown, or one dialogue, which the house looks at before: nobody waits there but who is about the same.
        case house(String)

        init(_ key: String) { self = Cooldown.isOne(key) || DialogueKey(key) != nil ? .house(key) : .bot }
    }

    private struct Waiter {
        enum Mode {
            case gate(Key, isWithin: Bool)
            case everything
        }

        let id: Int
        let wish: Mode
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var taken: Set<Key> = []
        /// Whether somebody has all of it.
        var isClosed = false
        var waiting: [Waiter] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns once the caller is within; it owes a `leave`.
    ///
    /// - Parameter isWithin: whether the caller is within another gate already. Somebody who waits for everything waits for it, too, so
    ///   it goes before them.
    /// - Throws: `CancellationError`; the caller is not within then.
    func enter(_ gate: Key, isWithin: Bool = false) async throws { try await wait(.gate(gate, isWithin: isWithin)) }

    /// Returns once nobody is within any gate; the caller owes a `leaveEverything`.
    ///
    /// - Throws: `CancellationError`; the caller has nothing then.
    func enterEverything() async throws { try await wait(.everything) }

    func leave(_ gates: some Sequence<Key>) { change { $0.taken.subtract(gates) } }

    func leaveEverything() { change { $0.isClosed = false } }

    private func wait(_ wish: Waiter.Mode) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // A cancellation that came before the waiter finds nobody to wake, so it is looked for here.
                let isCancelled = change { state in
                    if Task.isCancelled { return true }
                    state.waiting.append(Waiter(id: id, wish: wish, continuation: continuation))
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

    /// Changes something, and lets in those who need not wait any more.
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
            switch waiter.wish {
            case .everything:
                isAdmitted = !isBarred && spoken.isEmpty
                if isAdmitted { state.isClosed = true }
                isBarred = true
            case .gate(let gate, let isWithin):
                // Whoever comes after one who waits for everything keeps nobody from a gate.
                isAdmitted = !state.isClosed && (!isBarred || isWithin) && spoken.insert(gate).inserted
                if isAdmitted { state.taken.insert(gate) }
            }
            if isAdmitted { admitted.append(waiter) } else { waiting.append(waiter) }
        }
        state.waiting = waiting
        return admitted
    }
}
