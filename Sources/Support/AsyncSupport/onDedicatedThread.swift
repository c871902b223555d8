import Foundation

/// Runs a blocking operation on a thread of its own instead of the pool's.
package func onDedicatedThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// Runs blocking work on a thread of its own. The flag is set when the task is cancelled; the work is awaited in any case.
///
/// - Throws: The error of the work.
package func onDedicatedThread<Value: Sendable>(
    cancelling flag: CancellationFlag, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withTaskCancellationHandler {
        try await onDedicatedThread { Result { try work() } }.get()
    } onCancel: {
        flag.cancel()
    }
}
