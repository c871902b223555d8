import Storage

extension StoreLease {
    /// Performs an operation, which is cancelled when the process has to stop running the bot.
    ///
    /// - Throws: `LeaseEnding`, and the errors of the operation.
    func whileHeld<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask { throw try await waitForEnding() }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
