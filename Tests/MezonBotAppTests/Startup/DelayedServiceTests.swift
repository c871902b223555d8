import AsyncSupport
import BotTesting
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct DelayedServiceTests {
    private final class Begun: Service {
        let gate = AsyncGate()
        private let count = Atomic(0)
        var times: Int { count.load(ordering: .relaxed) }
        func run() async throws {
            count.add(1, ordering: .relaxed)
            gate.open()
            try await gracefulShutdown()
        }
    }

    private let time = ManualTime()
    private let gate = AsyncGate()
    private let begun = Begun()

    private func run(_ body: () async throws -> Void) async throws {
        let held = DelayedService(service: begun, gate: gate, longest: .seconds(10), time: time)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: .init(services: [.init(service: held)], logger: logger))
        async let outcome: Void = group.run()
        await time.waitForSleepers()
        try await body()
        await group.triggerGracefulShutdown()
        try await outcome
    }

    @Test func `a delayed service starts when the gate opens`() async throws {
        try await run {
            #expect(begun.times == 0)
            gate.open()
            try await begun.gate.waitUntilOpen()
        }
        #expect(begun.times == 1)
    }

    @Test func `a delayed service starts after ten seconds when the gate stays closed`() async throws {
        try await run {
            time.advance(by: .seconds(10))
            try await begun.gate.waitUntilOpen()
        }
        #expect(begun.times == 1)
    }

    @Test func `a delayed service that is stopped first never starts`() async throws {
        try await run {}
        #expect(begun.times == 0)
    }
}
