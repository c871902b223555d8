import Synchronization

/// Requests on their way to the event loop: callers add from anywhere, one wake-up takes them all.
final class RequestQueue: Sendable {
    struct Request: Sendable {
        /// An envelope without its cid, which is put in front of it.
        let body: [UInt8]
        let slot: ReplyPromise
    }

    enum Outcome { case added, addedFirst, closed }

    private struct State {
        var requests: [Request] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The caller who added the first one wakes the event loop.
    func add(_ request: Request) -> Outcome {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            state.requests.append(request)
            return state.requests.count == 1 ? .addedFirst : .added
        }
    }

    func takeAll() -> [Request] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Takes no more, and hands out what was never sent.
    func close() -> [Request] {
        state.withLock { state in
            state.isClosed = true
            defer { state.requests = [] }
            return state.requests
        }
    }
}
