import AsyncSupport
import ChatModel
import ServiceLifecycle

/// A service that starts once a gate opens, or after a maximum delay.
struct DelayedService: Service {
    let service: any Service
    let gate: AsyncGate
    let longest: Duration
    let time: any TimeSource

    func run() async throws {
        let begins = await cancelWhenGracefulShutdown { await waited() }
        if begins { try await service.run() }
    }

    /// Waits for the start. Returns false if the application shuts down first.
    private func waited() async -> Bool {
        do {
            try await withTimeout(longest, time: time) {
                try await gate.waitUntilOpen()
            } onTimeout: {
            }
            return true
        } catch {
            return false
        }
    }
}
