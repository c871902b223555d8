import BotConfiguration
import Testing

@testable import Replay
@testable import RuleEngine

struct ThresholdChoiceTests {
    private static func evidence(_ text: String, _ kind: Comparison.Kind = .count, isNegated: Bool = false) throws
        -> ThresholdEvidence
    {
        let comparison = try #require(Comparison(text, kind))
        let threshold = ConditionThreshold(
            part: "text.length", comparison: comparison, kind: kind, position: SourcePosition(file: "a", line: 1, column: 1))
        return try #require(
            ThresholdEvidence(
                ThresholdReading(rule: "r", threshold: threshold, value: 0, isNegated: isNegated, window: nil)))
    }

    /// The judgements of numbers: how many were removed and let stand of each.
    private static func tallies(_ numbers: [(value: Double, bad: Int, good: Int)], _ evidence: ThresholdEvidence)
        -> [ThresholdEvidence.Tally]
    {
        numbers.map { number in
            let isHit = evidence.threshold.comparison.holds(number.value)
            return ThresholdEvidence.Tally(
                value: number.value, bad: number.bad, badHit: isHit ? number.bad : 0, good: number.good,
                goodHit: isHit ? number.good : 0)
        }
    }

    @Test(arguments: [
        ("> 6", "> 3"), (">= 7", ">= 4"), (">9", ">3"), (">  6", ">  3"),
    ])
    func `the strictest of the numbers that agree best is chosen, as the comparison is written`(old: String, new: String)
        throws
    {
        let evidence = try Self.evidence(old)
        let tallies = Self.tallies([(1, 0, 90), (2, 1, 40), (4, 8, 0), (6, 6, 1), (9, 7, 0)], evidence)
        let choice = try ThresholdChoice(tallies, of: evidence)
        #expect(choice.comparison.description == new)
        #expect(choice.badHit == 21 && choice.goodHit == 1)
    }

    @Test func `small numbers are hit by a comparison with an upper bound`() throws {
        let evidence = try Self.evidence("< 1h", .duration)
        let tallies = Self.tallies([(600, 20, 0), (7200, 15, 1), (86_400, 0, 50)], evidence)
        #expect(try ThresholdChoice(tallies, of: evidence).comparison.description == "< 3h")
    }

    @Test func `few removals, chance, a mixture and the best number are no reasons for a change`() throws {
        let evidence = try Self.evidence("> 6")
        func refusal(_ numbers: [(value: Double, bad: Int, good: Int)]) -> ThresholdChoice.ChoiceError? {
            do throws(ThresholdChoice.ChoiceError) {
                _ = try ThresholdChoice(Self.tallies(numbers, evidence), of: evidence)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([(1, 0, 500), (5, 3, 0)]) == .fewRemoved(3))
        #expect(refusal([(1, 0, 500), (5, 3, 0), (9, 9, 0)]) == .uncertain(right: 3, wrong: 0))
        #expect(refusal([(1, 0, 500), (7, 3, 0), (9, 9, 0)]) == .isBest)
        guard case .imprecise = refusal([(1, 20, 500), (5, 20, 40)]) else {
            Issue.record("it should be imprecise")
            return
        }
    }

    private static let steps: [(kind: Comparison.Kind, value: Double, floor: Double, next: Double)] = [
        (.count, 7.0, 7.0, 8.0), (.count, 12_345, 12_300, 12_400), (.ratio, 0.8129, 0.812, 0.813),
        (.duration, 90, 90, 91), (.duration, 4000, 3960, 4020), (.duration, 200_000, 172_800, 259_200), (.size, 1500, 1500, 1510),
    ]

    @Test(arguments: steps)
    func `numbers fall into steps that a rule can be written with`(
        kind: Comparison.Kind, value: Double, floor: Double, next: Double
    ) {
        let scale = ThresholdScale(kind: kind)
        #expect(scale.floor(value) == floor)
        #expect(scale.next(value) == next)
        #expect(scale.floor(floor) == floor)
    }

    @Test func `a comparison between two numbers has no threshold`() throws {
        let comparison = try #require(Comparison("5..10", .count))
        let threshold = ConditionThreshold(
            part: "p", comparison: comparison, kind: .count, position: SourcePosition(file: "a", line: 1, column: 1))
        #expect(
            ThresholdEvidence(ThresholdReading(rule: "r", threshold: threshold, value: 1, isNegated: false, window: nil)) == nil)
    }
}
