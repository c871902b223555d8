package import ChatModel
import Synchronization

/// Keeps starts below one limit and lets keys take turns: one with many starts delays another's by one start for each key that waits.
package final class FairRateLimiter<Key: Hashable & Sendable>: Sendable {
    fileprivate enum Role { case start, lead }

    fileprivate struct Waiter {
        let id: Int
        /// Nil for the one that leads.
        var continuation: CheckedContinuation<Role, any Error>?
    }

    fileprivate struct State {
        var rate: SlidingWindowRateLimiter
        var waiting: [Key: [Waiter]] = [:]
        /// The keys that wait, the next one first.
        var order: [Key] = []
        /// A Boolean value that indicates whether somebody sleeps until the next start and gives it to whose turn it is.
        var isLed = false
        var nextID = 0
    }

    private let state: Mutex<State>
    private let time: any TimeSource

    /// - Parameter limit: starts allowed in any second.
    package init(limit: Int, time: any TimeSource) {
        state = Mutex(State(rate: SlidingWindowRateLimiter(limit: limit)))
        self.time = time
    }

    /// The number of those who wait for a start.
    package var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Returns when the key's next start is due: at once where nobody waits and the limit allows it.
    ///
    /// - Throws: `CancellationError`; the start goes to the next then.
    package func wait(for key: Key) async throws {
        let now = time.uptime
        let (id, first) = state.withLock { state -> (Int, Duration?) in
            state.nextID += 1
            guard !state.isLed else { return (state.nextID, nil) }
            let start = state.rate.reserve(at: now)
            if start > now {
                state.isLed = true
                state.append(Waiter(id: state.nextID, continuation: nil), of: key)
            }
            return (state.nextID, start)
        }
        if let first {
            if first > now { try await lead(id, of: key, from: first) }
        } else if try await role(id, of: key) == .lead {
            try await lead(id, of: key, from: nil)
        }
    }

    private func role(_ id: Int, of key: Key) async throws -> Role {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Role, any Error>) in
                let role = state.withLock { state -> Result<Role, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.append(Waiter(id: id, continuation: state.isLed ? continuation : nil), of: key)
                    guard !state.isLed else { return nil }
                    // The one that led has left since.
                    state.isLed = true
                    return .success(.lead)
                }
                if let role { continuation.resume(with: role) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.remove(id, of: key, ifWaiting: true) }
            waiter?.continuation?.resume(throwing: CancellationError())
        }
    }

    /// Gives the starts to whose turn it is, until it is the caller's own.
    private func lead(_ id: Int, of key: Key, from first: Duration?) async throws {
        var start = first
        do {
            while true {
                let now = time.uptime
                let next = start ?? state.withLock { $0.rate.reserve(at: now) }
                if next > now { try await time.sleep(until: next) }
                try Task.checkCancellation()
                guard let chosen = state.withLock({ $0.takeNext() }), chosen.id != id else { return handOver() }
                chosen.continuation?.resume(returning: .start)
                start = nil
            }
        } catch {
            _ = state.withLock { $0.remove(id, of: key, ifWaiting: false) }
            handOver()
            throw error
        }
    }

    private func handOver() {
        let next = state.withLock { $0.appointLeader() }
        next?.resume(returning: .lead)
    }
}

extension FairRateLimiter.State {
    fileprivate mutating func append(_ waiter: FairRateLimiter.Waiter, of key: Key) {
        if waiting[key] == nil { order.append(key) }
        waiting[key, default: []].append(waiter)
    }

    /// Takes the first of the key whose turn it is.
    fileprivate mutating func takeNext() -> FairRateLimiter.Waiter? {
        guard !order.isEmpty else { return nil }
        let key = order.removeFirst()
        let waiter = waiting[key]?.removeFirst()
        if waiting[key]?.isEmpty == true { waiting[key] = nil } else { order.append(key) }
        return waiter
    }

    fileprivate mutating func remove(_ id: Int, of key: Key, ifWaiting: Bool) -> FairRateLimiter.Waiter? {
        guard let index = waiting[key]?.firstIndex(where: { $0.id == id && (!ifWaiting || $0.continuation != nil) }) else {
            return nil
        }
        let waiter = waiting[key]?.remove(at: index)
        if waiting[key]?.isEmpty == true {
            waiting[key] = nil
            order.removeAll { $0 == key }
        }
        return waiter
    }

    /// Makes the next one that waits the leader; nil where nobody waits.
    fileprivate mutating func appointLeader() -> CheckedContinuation<FairRateLimiter.Role, any Error>? {
        isLed = false
        guard let key = order.first, let continuation = waiting[key]?.first?.continuation else { return nil }
        waiting[key]?[0].continuation = nil
        isLed = true
        return continuation
    }
}
