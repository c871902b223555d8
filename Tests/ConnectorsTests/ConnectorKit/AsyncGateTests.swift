import Testing

@testable import ConnectorKit

struct AsyncGateTests {
    @Test func `a waiter passes once the gate opens`() async throws {
        let gate = AsyncGate()
        let passing = Task { try await gate.pass() }
        gate.open()
        try await passing.value
        try await gate.pass()
    }

    @Test func `a cancelled waiter leaves, and other waiters stay`() async throws {
        let gate = AsyncGate()
        let leaving = Task { try await gate.pass() }
        let staying = Task { try await gate.pass() }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        try await staying.value
    }

    @Test func `an open gate can be closed again`() async throws {
        let gate = AsyncGate()
        gate.open()
        gate.shut()
        let waiting = Task { try await gate.pass() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
