/// A plane that separates bad texts from clean ones: the L2-regularized squared hinge loss, minimized by dual coordinate descent
/// (Hsieh et al. 2008).
///
/// Texts are visited in their order and a fixed number of times, so that the same texts give the same plane. Each text counts as
/// much as any other, whatever its length, except that little can be said of a short one.
struct LinearSeparator {
    private static let cost = 0.5  // Chosen by cross-validation; less for more wrong labels.
    private static let epochs = 20

    private(set) var weights = [Double](repeating: 0, count: TextFeatures.count)
    private(set) var bias = 0.0

    init(_ examples: [TrainingExample], advance: () -> Void = {}) {
        let diagonal = 0.5 / Self.cost
        var multipliers = [Double](repeating: 0, count: examples.count)
        for _ in 0..<Self.epochs {
            for (index, example) in examples.enumerated() {
                let label: Double = example.isBad ? 1 : -1
                let former = multipliers[index]
                let gradient = label * score(example.features) - 1 + diagonal * former
                let size = TextFeatures.size(of: example.features.count)
                // The square of a text's own length, and that of the bias.
                let curvature = Double(example.features.count) / (size * size) + 1 + diagonal
                let multiplier = max(0, former - gradient / curvature)
                guard multiplier != former else { continue }
                multipliers[index] = multiplier
                let change = (multiplier - former) * label
                let share = change / size
                for feature in example.features { weights[Int(feature)] += share }
                bias += change
            }
            advance()
        }
    }

    /// Returns the distance of a text from the plane: more than 0 on the side of the bad ones.
    func score(_ features: [UInt32]) -> Double {
        var sum = 0.0
        for feature in features { sum += weights[Int(feature)] }
        return sum / TextFeatures.size(of: features.count) + bias
    }
}
