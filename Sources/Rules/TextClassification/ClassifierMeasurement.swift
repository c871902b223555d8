/// The quality of a classifier on texts that it had not seen when it judged them.
package struct ClassifierMeasurement: Hashable, Sendable {
    /// The result if every text with at least this probability counts as bad.
    package struct Point: Hashable, Sendable {
        package var threshold: Double
        /// The bad texts that are found, and the clean ones that are.
        package var truePositives: Int
        package var falsePositives: Int

        /// The share of the found texts that are bad; 1 if none is found.
        package var precision: Double {
            let found = truePositives + falsePositives
            return found == 0 ? 1 : Double(truePositives) / Double(found)
        }
    }

    package static let thresholds = (1...19).map { Double($0) / 20 } + [0.97, 0.98, 0.99, 0.995, 0.998, 0.999]

    /// The number of distinct texts, and how many of them are bad.
    package var texts: Int
    package var bad: Int
    /// The results, by ascending threshold.
    package var points: [Point]

    package var clean: Int { texts - bad }

    /// The share of the bad texts that are found: the recall.
    package func foundShare(at point: Point) -> Double { bad == 0 ? 1 : Double(point.truePositives) / Double(bad) }

    /// The harmonic mean of precision and recall.
    package func f1(at point: Point) -> Double {
        let sum = point.precision + foundShare(at: point)
        return sum > 0 ? 2 * point.precision * foundShare(at: point) / sum : 0
    }

    /// The share of the clean texts that are found.
    package func falsePositiveShare(at point: Point) -> Double {
        clean == 0 ? 0 : Double(point.falsePositives) / Double(clean)
    }

    /// The threshold that finds the most bad texts while no more than a share of the clean texts is found, the highest of several; `nil`
    /// if there is none.
    package func point(maxFalsePositiveShare share: Double) -> Point? {
        let allowed = points.filter { falsePositiveShare(at: $0) <= share }
        let most = allowed.map(\.truePositives).max()
        return allowed.last { $0.truePositives == most }
    }

    /// The threshold with the highest F1, the highest of several: it leaves texts alone that are less like the bad ones.
    package var best: Point? {
        points.reduce(nil) { best, point in best.map { f1(at: $0) > f1(at: point) } == true ? best : point }
    }

    /// The result at the highest measured threshold that is not above a given one; `nil` if all are.
    package func point(atOrBelow threshold: Double) -> Point? { points.last { $0.threshold <= threshold } }
}

extension ClassifierMeasurement {
    /// Counts the results for texts with known labels.
    init(_ judged: [(probability: Double, isBad: Bool)]) {
        texts = judged.count
        bad = judged.count(where: \.isBad)
        points = Self.thresholds.map { threshold in
            let found = judged.filter { $0.probability >= threshold }
            let truePositives = found.count(where: \.isBad)
            return Point(threshold: threshold, truePositives: truePositives, falsePositives: found.count - truePositives)
        }
    }
}
