import BotTesting
import Testing

/// A backtest that decides once what is the same by both sets of rules equals one that decides everything twice.
@Suite(.timeLimit(.minutes(15)))
struct SlicedBacktestTests {
    @Test func `random edits of random rules are backtested alike in slices and as a whole`() async throws {
        var sum = SlicedBacktestSoakRun.Outcome()
        for seed: UInt64 in [1, 5] {
            var soak = SlicedBacktestSoakRun(seed: seed)
            sum += try await soak.run(events: 200, edits: 3)
        }
        #expect(sum.mistakes == [])
        #expect(sum.equal == sum.edits && sum.sliced > 0)
        #expect(sum.differences > 0 && sum.consequences > 0 && sum.prevented > 0)
    }
}
