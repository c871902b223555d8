import AsyncSupport
import Synchronization

/// A queue of requests for the event loop: callers add from any thread, and one wake-up takes them all.
final class RequestQueue: Sendable {
    struct Request: Sendable {
        /// The encoded envelope without its cid, which is written in front of it.
        let body: [UInt8]
        /// A Boolean value that indicates whether the server answers it before any later one.
        let isOrdered: Bool
        /// A Boolean value that indicates whether it is sent only while the process may act outside.
        let requiresPermission: Bool
        let slot: any ReplyReceiver
    }

    enum Outcome { case added, addedFirst, closed }

    private struct State {
        var requests: [Request] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a request. The caller that adds the first one must wake the event loop.
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

    /// Closes the queue and returns the requests that were never sent.
    func close() -> [Request] {
        state.withLock { state in
            state.isClosed = true
            defer { state.requests = [] }
            return state.requests
        }
    }
}
