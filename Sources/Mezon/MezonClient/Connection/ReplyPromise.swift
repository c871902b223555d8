import Synchronization

/// The promise of one response. The first result counts: response, deadline, or the caller's cancellation.
final class ReplyPromise: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<ServerReply, any Error>)
        case settled(Result<ServerReply, any Error>)
        case over
    }

    private let state = Mutex(State.empty)

    func settle(_ result: sending Result<ServerReply, any Error>) {
        let waiting: CheckedContinuation<ServerReply, any Error>? = state.withLock { state in
            switch state {
            case .empty:
                state = .settled(result)
                return nil
            case .waiting(let continuation):
                state = .over
                return continuation
            case .settled, .over:
                return nil
            }
        }
        waiting?.resume(with: result)
    }

    /// Waits for the response. Call it once.
    func reply() async throws -> ServerReply {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early: Result<ServerReply, any Error>? = state.withLock { state in
                    if case .settled(let result) = state {
                        state = .over
                        return result
                    }
                    state = .waiting(continuation)
                    return nil
                }
                if let early { continuation.resume(with: early) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }
}
