import AsyncSupport
import Testing

struct AsyncGateTests {
    @Test func `a waiter continues once the gate opens`() async throws {
        let gate = AsyncGate()
        let waiting = Task { try await gate.waitUntilOpen() }
        gate.open()
        try await waiting.value
        try await gate.waitUntilOpen()
    }

    @Test func `a cancelled waiter leaves, and other waiters stay`() async throws {
        let gate = AsyncGate()
        let leaving = Task { try await gate.waitUntilOpen() }
        let staying = Task { try await gate.waitUntilOpen() }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        try await staying.value
    }

    @Test func `an open gate can be closed again`() async throws {
        let gate = AsyncGate()
        gate.open()
        gate.close()
        let waiting = Task { try await gate.waitUntilOpen() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
