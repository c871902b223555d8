import Testing

@testable import BotTesting

/// Tests the reduction of a list.
struct ReductionTests {
    @Test(arguments: [[], [7], [0, 99], [3, 4, 5], [1, 50, 51, 98]] as [Set<Int>])
    func `exactly the items that are needed remain, in order`(needed: Set<Int>) async {
        var reduction = Reduction(attempts: 1_000)
        let kept = await reduction.minimized(Array(0..<100)) { needed.isSubset(of: $0) }
        #expect(kept == needed.sorted())
    }

    @Test func `without attempts left, the smallest list so far remains`() async {
        var reduction = Reduction(attempts: 2)
        let kept = await reduction.minimized(Array(0..<8)) { $0.contains(7) }
        #expect(kept == [4, 5, 6, 7])
        #expect(reduction.attemptsLeft == 0)
    }
}
