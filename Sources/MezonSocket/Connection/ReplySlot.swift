import Synchronization

/// The place where one caller waits for one answer; whichever comes first counts: answer, deadline, or the caller's own cancellation.
final class ReplySlot: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Reply, any Error>)
        case settled(Result<Reply, any Error>)
        case over
    }

    private let state = Mutex(State.empty)

    func settle(_ result: sending Result<Reply, any Error>) {
        let waiting: CheckedContinuation<Reply, any Error>? = state.withLock { state in
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

    /// Waits. To be called once.
    func reply() async throws -> Reply {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early: Result<Reply, any Error>? = state.withLock { state in
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
