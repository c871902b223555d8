/// The training of a classifier, with the cross-validation that measures it.
package struct ClassifierTraining {
    package enum TrainingError: Error, Hashable, Sendable, CustomStringConvertible {
        case tooFew(bad: Int, clean: Int)
        case tooMany(Int)

        package var description: String {
            switch self {
            case .tooFew(let bad, let clean):
                "at least \(minTexts) distinct texts of each kind are needed; there are \(bad) bad and \(clean) clean ones"
            case .tooMany(let count): "\(count) texts are too many; at most \(maxTexts) are used"
            }
        }
    }

    package static let minTexts = 20
    package static let maxTexts = 200_000  // Their features take 200 MB.
    package static let folds = 5
    /// The number of distinct texts in which a feature must occur. What occurs in fewer may be personal, and tells little.
    package static let minOccurrences = 3

    private let examples: [TrainingExample]
    /// The number of distinct texts, and how many of them are bad.
    package var texts: Int { examples.count }
    package var bad: Int { examples.count(where: \.isBad) }

    package init(_ texts: [TrainingText]) throws(TrainingError) {
        guard texts.count <= Self.maxTexts else { throw .tooMany(texts.count) }
        examples = TrainingExample.distinct(texts)
        guard min(bad, examples.count - bad) >= Self.minTexts else { throw .tooFew(bad: bad, clean: examples.count - bad) }
    }

    /// Trains a classifier and measures it: each fifth of the texts is judged by a classifier that was trained with the others. The
    /// same texts give the same classifier, in whatever order.
    ///
    /// - Parameter advance: Called with the finished share of the work, from 0 to 1.
    package func run(advance: (Double) -> Void = { _ in }) -> TextClassifier {
        var scored: [(score: Double, isBad: Bool)] = []
        for fold in 0..<Self.folds {
            let plane = QuantizedPlane(examples.filter { self.fold(of: $0) != fold })
            for example in examples where self.fold(of: example) == fold {
                scored.append((plane.score(example.features), example.isBad))
            }
            advance(Double(fold + 1) / Double(Self.folds + 1))
        }
        let calibration = ScoreCalibration(scored)
        let measurement = ClassifierMeasurement(
            scored.map { (Logistic.probability(calibration.slope * $0.score + calibration.offset), $0.isBad) })
        let plane = QuantizedPlane(examples)
        advance(1)
        return TextClassifier(
            weights: plane.weights, slope: calibration.slope * plane.unit,
            offset: calibration.slope * plane.bias + calibration.offset, measurement: measurement)
    }

    private func fold(of example: TrainingExample) -> Int { Int(example.key >> 32) % Self.folds }
}
