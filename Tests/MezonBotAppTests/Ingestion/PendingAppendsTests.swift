import Synchronization
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(5)))
struct PendingAppendsTests {
    private struct TestError: Error, Equatable {}

    private let appends = PendingAppends()

    @Test func `the reader goes on while few appends are under way`() async throws {
        for _ in 0..<2 { appends.begin() }
        try await appends.wait(downTo: 2)
    }

    @Test func `the reader waits until enough appends have ended`() async throws {
        for _ in 0..<3 { appends.begin() }
        let ended = Mutex(0)
        let reader = Task.immediate {
            try await appends.wait(downTo: 0)
            return ended.withLock { $0 }
        }
        for _ in 0..<3 {
            ended.withLock { $0 += 1 }
            appends.end(nil)
        }
        #expect(try await reader.value == 3)
    }

    @Test func `a failed append is reported`() async throws {
        appends.begin()
        let watcher = Task.immediate { try await appends.failure() }
        appends.end(TestError())
        await #expect(throws: TestError.self) { try await watcher.value }
    }

    @Test func `a cancelled reader does not wait`() async throws {
        appends.begin()
        let reader = Task.immediate { try await appends.wait(downTo: 0) }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        appends.end(nil)
        try await appends.wait(downTo: 0)
    }

    @Test func `after a failed append, no later one is performed`() throws {
        try appends.verify()
        appends.begin()
        appends.end(TestError())
        #expect(throws: TestError.self) { try appends.verify() }
    }
}
