import BotTesting
import Testing

@Suite struct RewindSoakTests {
    @Test func `the state after a rewind is that of a clan without the rule`() async throws {
        var sum = RewindSoakRun.Outcome()
        for seed in 1...6 as ClosedRange<UInt64> {
            var soak = RewindSoakRun(seed: seed)
            sum += try await soak.run()
        }
        #expect(sum.mistakes == [])
        #expect(sum.exact == 6)
        #expect(sum.changed > 0 && sum.interrupted > 0 && sum.disturbed > 0 && sum.repeated > 0)
    }

    /// The rule acted before and after the time since which an earlier rewind has taken back its effects.
    @Test(arguments: [50, 58, 262] as [UInt64])
    func `a rewind takes back what an earlier one of the same rule has left`(seed: UInt64) async throws {
        var soak = RewindSoakRun(seed: seed)
        #expect(try await soak.run().mistakes == [])
    }
}
