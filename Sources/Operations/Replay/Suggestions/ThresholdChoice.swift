import BotConfiguration
import Foundation
import RuleEngine

/// The threshold that agrees best with moderators, if there is enough to tell.
struct ThresholdChoice {
    /// The reasons why no other number is suggested.
    enum ChoiceError: Error, Hashable {
        /// Too few units should be hit.
        case fewRemoved(Int)
        /// The present number is as good as any other.
        case isBest
        /// The improvement may be chance.
        case uncertain(right: Int, wrong: Int)
        /// Every number also hits too much of what moderators let stand.
        case imprecise(Double)
        /// The number cannot be written as a comparison in place of the present one.
        case unwritable
    }

    static let minRemoved = 10
    static let minPrecision = 0.8
    private static let confidence = 1.96  // Standard deviations: 95 %.

    let comparison: Comparison
    /// The units that are hit, of those that should be and of the others.
    let badHit: Int
    let goodHit: Int
    /// The differing units that the change puts right, without those that it does not.
    let gain: Int

    /// - Parameter tallies: The judgements by number, from the smallest.
    init(_ tallies: [ThresholdEvidence.Tally], of evidence: ThresholdEvidence) throws(ChoiceError) {
        let bad = tallies.reduce(0) { $0 + $1.bad }
        guard bad >= Self.minRemoved else { throw .fewRemoved(bad) }
        let scale = ThresholdScale(kind: evidence.threshold.kind)
        let now = (bad: tallies.reduce(0) { $0 + $1.badHit }, good: tallies.reduce(0) { $0 + $1.goodHit })
        var sum = (bad: 0, good: 0)
        var best: (index: Int, bad: Int, good: Int)?
        var bestPrecision = 0.0
        // From the number that hits least: of equally good numbers, the strictest stays.
        for index in evidence.isUpward ? Array(tallies.indices.reversed()) : Array(tallies.indices) {
            sum.bad += tallies[index].bad
            sum.good += tallies[index].good
            let precision = Double(sum.bad) / Double(max(1, sum.bad + sum.good))
            bestPrecision = max(bestPrecision, sum.bad >= Self.minRemoved ? precision : 0)
            guard precision >= Self.minPrecision else { continue }
            if best.map({ sum.bad - sum.good > $0.bad - $0.good }) ?? true { best = (index, sum.bad, sum.good) }
        }
        guard let best, best.bad > 0 else { throw .imprecise(bestPrecision) }
        guard best.bad - best.good > now.bad - now.good else { throw .isBest }
        let (right, wrong) = Self.changes(tallies, from: best.index, isUpward: evidence.isUpward)
        guard Self.lowerBound(right, of: right + wrong) > 0.5 else { throw .uncertain(right: right, wrong: wrong) }
        let value = tallies[best.index].value
        let cut = evidence.isUpward ? value : scale.next(value)
        guard let comparison = scale.comparison(like: evidence.threshold.comparison, at: cut) else { throw .unwritable }
        self.comparison = comparison
        badHit = best.bad
        goodHit = best.good
        gain = right - wrong
    }

    /// The units of which the decision changes, by whether it is then as moderators judged.
    private static func changes(_ tallies: [ThresholdEvidence.Tally], from index: Int, isUpward: Bool) -> (right: Int, wrong: Int)
    {
        var (right, wrong) = (0, 0)
        for (place, tally) in tallies.enumerated() {
            if isUpward ? place >= index : place <= index {
                right += tally.bad - tally.badHit
                wrong += tally.good - tally.goodHit
            } else {
                right += tally.goodHit
                wrong += tally.badHit
            }
        }
        return (right, wrong)
    }

    /// The lower end of Wilson's interval for a share.
    static func lowerBound(_ count: Int, of all: Int) -> Double {
        guard all > 0 else { return 0 }
        let (n, share, z) = (Double(all), Double(count) / Double(all), confidence)
        let root = (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        return (share + z * z / (2 * n) - z * root) / (1 + z * z / n)
    }
}
