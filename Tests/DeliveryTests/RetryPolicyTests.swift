import BotKit
import Delivery
import Testing

struct RetryPolicyTests {
    @Test(arguments: [(1, 0.5), (2, 1), (3, 2), (7, 32), (8, 60), (12, 60), (10_000, 60), (0, 0.5), (-3, 0.5)])
    func `a retry delay is distributed up to its maximum`(tries: Int, ceiling: Double) {
        var random = SplitMix64(seed: 1)
        let waits = (0..<1000).map { _ in RetryPolicy().delay(after: tries, using: &random) / .seconds(1) }
        #expect(waits.allSatisfy { (0...ceiling).contains($0) })
        #expect((waits.min() ?? 1) < ceiling * 0.05)
        #expect((waits.max() ?? 0) > ceiling * 0.95)
    }
}
