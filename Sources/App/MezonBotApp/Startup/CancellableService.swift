import ServiceLifecycle

/// Runs a long-lived operation as a service. It is cancelled at graceful shutdown and then ends without an error.
struct CancellableService: Service {
    private let operation: @Sendable () async throws -> Void

    init(_ operation: @escaping @Sendable () async throws -> Void) { self.operation = operation }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await operation() }
        } catch is CancellationError {
            return
        }
    }
}
