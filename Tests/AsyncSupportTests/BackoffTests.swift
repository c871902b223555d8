import AsyncSupport
import ChatModel
import Testing

@Suite struct BackoffTests {
    private struct Highest: RandomNumberGenerator {
        mutating func next() -> UInt64 { .max }
    }

    @Test func `the maximum pause doubles up to a minute`() {
        var backoff = Backoff()
        var generator = Highest()
        let pauses = (0..<9).map { _ in backoff.next(using: &generator) }
        let expected: [Duration] = [.milliseconds(500)] + [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) }
        #expect(zip(pauses, expected).allSatisfy { abs($0 / $1 - 1) < 1e-9 })
    }

    @Test func `pauses are distributed over the whole range`() {
        var generator = SplitMix64(seed: 1)
        var pauses: [Duration] = []
        for _ in 0..<1000 {
            var backoff = Backoff()
            pauses.append(backoff.next(using: &generator))
        }
        #expect(pauses.allSatisfy { (.zero ... .milliseconds(500)).contains($0) })
        #expect(pauses.count { $0 < .milliseconds(50) } > 50)
        #expect(pauses.count { $0 > .milliseconds(450) } > 50)
    }

    @Test(arguments: [(1, 0.5), (2, 1), (3, 2), (7, 32), (8, 60), (12, 60), (10_000, 60), (0, 0.5), (-3, 0.5)])
    func `a backoff continues after failures that were counted elsewhere`(failures: Int, ceiling: Double) {
        var generator = Highest()
        var backoff = Backoff(after: failures)
        #expect(abs(backoff.next(using: &generator) / .seconds(ceiling) - 1) < 1e-9)
    }

    @Test func `a reset restarts the backoff`() {
        var backoff = Backoff()
        var generator = SplitMix64(seed: 1)
        for _ in 0..<20 { _ = backoff.next(using: &generator) }
        backoff.reset()
        #expect(backoff == Backoff())
    }
}
