import Testing

@testable import Recurrence

@Suite struct OverlapPolicyTests {
    private static let verdicts: [(OverlapPolicy, Int, Int, OverlapPolicy.Verdict)] = [
        (.skip, 0, 0, .start), (.queue, 0, 0, .start), (.replace, 0, 0, .start), (.parallel, 0, 0, .start),
        (.skip, 1, 0, .skip), (.queue, 1, 0, .wait), (.replace, 1, 0, .replaceEarlier), (.parallel, 1, 0, .start),
        // A new run does not overtake a waiting one.
        (.queue, 0, 1, .wait), (.queue, 1, 100, .skip), (.parallel, 100, 0, .skip),
    ]

    @Test(arguments: verdicts)
    func `a run that is due during another follows the overlap policy`(
        overlap: OverlapPolicy, running: Int, waiting: Int, verdict: OverlapPolicy.Verdict
    ) { #expect(overlap.verdict(running: running, waiting: waiting) == verdict) }
}
