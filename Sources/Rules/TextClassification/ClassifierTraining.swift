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

    /// A trained classifier.
    package struct Result: Hashable, Sendable {
        package var classifier: TextClassifier
        /// The F1 that thresholds had which were chosen without the texts that they judged.
        package var unseenF1: Double
    }

    package static let minTexts = 20
    package static let maxTexts = 200_000  // Their features take 200 MB.
    package static let folds = 5
    /// The number of distinct texts in which a feature must occur. What occurs in fewer may be personal, and tells little.
    package static let minOccurrences = 3

    private let examples: [TrainingExample]
    private let lists: [WordListFeature]
    /// The number of distinct texts, and how many of them are bad.
    package var texts: Int { examples.count }
    package var bad: Int { examples.count(where: \.isBad) }

    /// - Parameter lists: The lists of words to which the hits of the texts refer.
    package init(_ texts: [TrainingText], lists: [WordListFeature] = []) throws(TrainingError) {
        self.lists = lists
        guard texts.count <= Self.maxTexts else { throw .tooMany(texts.count) }
        examples = TrainingExample.distinct(texts)
        guard min(bad, examples.count - bad) >= Self.minTexts else { throw .tooFew(bad: bad, clean: examples.count - bad) }
    }

    /// Trains a classifier and measures it: each fifth of the texts is judged by a classifier that was trained with the others. The
    /// same texts give the same classifier, in whatever order.
    /// The probability of a text is calibrated with the other fifths, too.
    ///
    /// - Parameter advance: Called with the finished share of the work, from 0 to 1.
    package func run(advance: (Double) -> Void = { _ in }) -> Result {
        var folds: [[(score: Double, isBad: Bool)]] = []
        for fold in 0..<Self.folds {
            let plane = QuantizedPlane(examples.filter { self.fold(of: $0) != fold }, lists: lists.count)
            folds.append(examples.filter { self.fold(of: $0) == fold }.map { (plane.score($0), $0.isBad) })
            advance(Double(fold + 1) / Double(Self.folds + 1))
        }
        var judged: [(probability: Double, isBad: Bool)] = []
        var found: [(probability: Double, isBad: Bool)] = []
        for (fold, scored) in folds.enumerated() {
            let others = folds.indices.filter { $0 != fold }.flatMap { folds[$0] }
            let calibration = ScoreCalibration(others)
            let probabilities = calibration.probabilities(scored)
            judged += probabilities
            let threshold = ClassifierMeasurement(calibration.probabilities(others)).best?.threshold ?? 1
            found += probabilities.filter { $0.probability >= threshold }
        }
        let calibration = ScoreCalibration(folds.flatMap(\.self))
        let plane = QuantizedPlane(examples, lists: lists.count)
        advance(1)
        let classifier = TextClassifier(
            weights: plane.weights, slope: calibration.slope * plane.unit,
            offset: calibration.slope * plane.bias + calibration.offset, lists: lists,
            listWeights: plane.listWeights.map { $0 * calibration.slope }, measurement: ClassifierMeasurement(judged))
        return Result(
            classifier: classifier, unseenF1: 2 * Double(found.count(where: \.isBad)) / Double(found.count + bad))
    }

    private func fold(of example: TrainingExample) -> Int { Int(example.key >> 32) % Self.folds }
}
