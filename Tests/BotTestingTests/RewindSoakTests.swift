import BotTesting
import Testing

@Suite struct RewindSoakTests {
    @Test func `the state after a rewind is that of a clan without the rule`() async throws {
        var sum = RewindSoakRun.Outcome()
        for seed in 1...24 as ClosedRange<UInt64> {
            var soak = RewindSoakRun(seed: seed)
            sum += try await soak.run()
        }
        #expect(sum.mistakes == [])
        #expect(sum.exact == 24)
        #expect(sum.changed > 0 && sum.interrupted > 0 && sum.disturbed > 0 && sum.repeated > 0)
    }
}
