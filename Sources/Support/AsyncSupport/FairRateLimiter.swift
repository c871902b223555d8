package import ChatModel
import Synchronization

/// A rate limiter that serves keys round-robin: a key with many starts delays another key by one start for each waiting key.
///
/// One of the waiting callers is the leader. It sleeps until the next start and resumes the waiter that is next, until that is itself.
package final class FairRateLimiter<Key: Hashable & Sendable>: Sendable {
    fileprivate enum Resumption { case start, becomeLeader }

    fileprivate struct Waiter {
        let id: Int
        /// Nil for the leader.
        var continuation: CheckedContinuation<Resumption, any Error>?
    }

    fileprivate struct State {
        var rate: SlidingWindowRateLimiter
        var waiting: [Key: [Waiter]] = [:]
        /// The keys with waiters, the next one first.
        var order: [Key] = []
        var hasLeader = false
        var lastID = 0
        var delays = RateLimitDelays()
    }

    /// The number of starts in any second.
    package let limit: Int
    private let state: Mutex<State>
    private let time: any TimeSource
    private let spare: Int

    /// - Parameter limit: The number of starts in any second; at least one.
    package init(limit: Int, time: any TimeSource) {
        state = Mutex(State(rate: SlidingWindowRateLimiter(limit: limit)))
        self.limit = limit
        spare = limit / 2
        self.time = time
    }

    /// The number of callers that wait for a start.
    package var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// The starts so far that had to wait.
    package var delays: RateLimitDelays { state.withLock { $0.delays } }

    /// Takes a start now. Returns false if callers wait or the limit does not permit it.
    ///
    /// - Parameter leavesHalf: Pass true if half of the limit is to be left to others.
    package func startsNow(leavingHalf leavesHalf: Bool = false) -> Bool {
        let now = time.uptime
        return state.withLock {
            !$0.hasLeader && $0.order.isEmpty && $0.rate.start(at: now, sparing: leavesHalf ? spare : 0)
        }
    }

    /// Counts starts that preceded all others, such as those of an earlier process.
    ///
    /// - Parameter uptimes: Their times, in any order; none is in the future.
    package func note(startsAt uptimes: [Duration]) {
        state.withLock { state in
            for uptime in uptimes.sorted().suffix(limit) { _ = state.rate.reserve(at: uptime) }
        }
    }

    /// Waits until the key's next start is due; returns at once if no caller waits and the limit permits it.
    ///
    /// - Throws: `CancellationError`; the next waiter then gets the start.
    package func wait(for key: Key) async throws {
        let now = time.uptime
        let (id, first) = state.withLock { state -> (Int, Duration?) in
            state.lastID += 1
            guard !state.hasLeader else { return (state.lastID, nil) }
            let start = state.rate.reserve(at: now)
            if start > now {
                state.hasLeader = true
                state.append(Waiter(id: state.lastID, continuation: nil), of: key)
            }
            return (state.lastID, start)
        }
        if let first {
            guard first > now else { return }
            try await serveAsLeader(id, of: key, from: first)
        } else if try await resumption(of: id, for: key) == .becomeLeader {
            try await serveAsLeader(id, of: key, from: nil)
        }
        let delay = time.uptime - now
        state.withLock { state in
            state.delays.count += 1
            state.delays.total += delay
        }
    }

    private func resumption(of id: Int, for key: Key) async throws -> Resumption {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Resumption, any Error>) in
                let resumption = state.withLock { state -> Result<Resumption, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.append(Waiter(id: id, continuation: state.hasLeader ? continuation : nil), of: key)
                    guard !state.hasLeader else { return nil }
                    // The leader has left since.
                    state.hasLeader = true
                    return .success(.becomeLeader)
                }
                if let resumption { continuation.resume(with: resumption) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.remove(id, of: key, ifWaiting: true) }
            waiter?.continuation?.resume(throwing: CancellationError())
        }
    }

    /// Resumes the waiters in order, until it is the caller's turn.
    private func serveAsLeader(_ id: Int, of key: Key, from first: Duration?) async throws {
        var start = first
        do {
            while true {
                let now = time.uptime
                let due = start ?? state.withLock { $0.rate.reserve(at: now) }
                if due > now { try await time.sleep(until: due) }
                try Task.checkCancellation()
                guard let next = state.withLock({ $0.takeNext() }), next.id != id else { return resignAsLeader() }
                next.continuation?.resume(returning: .start)
                start = nil
            }
        } catch {
            _ = state.withLock { $0.remove(id, of: key, ifWaiting: false) }
            resignAsLeader()
            throw error
        }
    }

    private func resignAsLeader() {
        let next = state.withLock { $0.promoteNextLeader() }
        next?.resume(returning: .becomeLeader)
    }
}

extension FairRateLimiter.State {
    fileprivate mutating func append(_ waiter: FairRateLimiter.Waiter, of key: Key) {
        if waiting[key] == nil { order.append(key) }
        waiting[key, default: []].append(waiter)
    }

    /// Removes the first waiter of the next key, which then moves to the end.
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

    /// Makes the next waiter the leader and returns its continuation; nil if no caller waits.
    fileprivate mutating func promoteNextLeader() -> CheckedContinuation<FairRateLimiter.Resumption, any Error>? {
        hasLeader = false
        guard let key = order.first, let continuation = waiting[key]?.first?.continuation else { return nil }
        waiting[key]?[0].continuation = nil
        hasLeader = true
        return continuation
    }
}
