import AsyncSupport
import UnixSignals

/// Runs blocking work that SIGINT and SIGTERM cancel, so that it can remove what it has begun.
///
/// - Parameter work: Checks the flag often.
/// - Throws: The error of the work; `CommandError` if it was cancelled.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Value
) async throws -> Value {
    let flag = CancellationFlag()
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        // Signals are caught before the work begins.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        group.addTask {
            for await _ in signals { flag.cancel() }
            return nil
        }
        group.addTask { try await onDedicatedThread(cancelling: flag) { try work(flag) } }
        defer { group.cancelAll() }
        do {
            while let value = try await group.next() {
                if let value { return value }
            }
        } catch is CancellationError {
            throw CommandError(.failed, "interrupted; nothing was changed")
        }
        throw CommandError(.failed, "interrupted; nothing was changed")
    }
}
