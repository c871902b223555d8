/// A plane that separates bad texts from clean ones: the L2-regularized squared hinge loss, minimized by dual coordinate descent
/// (Hsieh et al. 2008).
///
/// Texts are visited in their order and a fixed number of times, so that the same texts give the same plane. Each text counts as
/// much as any other, whatever its length, except that little can be said of a short one. A list of words counts like the bias, in full:
/// a few hundred texts are enough to know how far it can be trusted, and not enough to know each of its words.
struct LinearSeparator {
    private static let cost = 0.5  // Chosen by cross-validation; less for more wrong labels.
    private static let epochs = 20

    private(set) var weights = [Double](repeating: 0, count: TextFeatures.count)
    private(set) var listWeights: [Double]
    private(set) var bias = 0.0

    /// - Parameter lists: The number of lists of words.
    init(_ examples: [TrainingExample], lists: Int) {
        listWeights = [Double](repeating: 0, count: lists)
        let scales = FeatureScales(examples)
        let diagonal = 0.5 / Self.cost
        var multipliers = [Double](repeating: 0, count: examples.count)
        for _ in 0..<Self.epochs {
            for (index, example) in examples.enumerated() {
                let label: Double = example.isBad ? 1 : -1
                let former = multipliers[index]
                let size = TextFeatures.size(of: example.features.count)
                var (sum, squares) = (0.0, 0.0)
                for feature in example.features {
                    let scale = scales[feature]
                    sum += weights[Int(feature)] * scale
                    squares += scale * scale
                }
                let score = sum / size + example.lists.reduce(bias) { $0 + listWeights[$1] }
                let gradient = label * score - 1 + diagonal * former
                // The square of a text's own length, and that of its lists and the bias.
                let curvature = squares / (size * size) + Double(example.lists.count + 1) + diagonal
                let multiplier = max(0, former - gradient / curvature)
                guard multiplier != former else { continue }
                multipliers[index] = multiplier
                let change = (multiplier - former) * label
                let share = change / size
                for feature in example.features { weights[Int(feature)] += share * scales[feature] }
                for list in example.lists { listWeights[list] += change }
                bias += change
            }
        }
        for feature in weights.indices { weights[feature] *= scales[UInt32(feature)] }
    }
}
