/// A separating plane with the weights that a classifier keeps: whole numbers, of the features that occur often enough.
struct QuantizedPlane {
    private(set) var weights = [Int16](repeating: 0, count: TextFeatures.count)
    /// The distance that a weight of 1 stands for.
    let unit: Double
    let bias: Double
    let listWeights: [Double]

    /// - Parameter lists: The number of lists of words.
    init(_ examples: [TrainingExample], lists: Int) {
        let plane = LinearSeparator(examples, lists: lists)
        bias = plane.bias
        listWeights = plane.listWeights
        var occurrences = [Int32](repeating: 0, count: TextFeatures.count)
        var common: [Int] = []
        for example in examples {
            for feature in example.features {
                occurrences[Int(feature)] += 1
                if occurrences[Int(feature)] == ClassifierTraining.minOccurrences { common.append(Int(feature)) }
            }
        }
        let strongest = common.sorted { (abs(plane.weights[$1]), $0) < (abs(plane.weights[$0]), $1) }
            .prefix(TextClassifier.maxWeights)
        unit = (strongest.first.map { abs(plane.weights[$0]) } ?? 1) / Double(TextClassifier.maxWeight)
        for feature in strongest { weights[feature] = Int16((plane.weights[feature] / unit).rounded()) }
    }

    func score(_ example: TrainingExample) -> Double {
        let sum = example.features.reduce(0) { $0 + Int(weights[Int($1)]) }
        return Double(sum) * unit / TextFeatures.size(of: example.features.count)
            + example.lists.reduce(bias) { $0 + listWeights[$1] }
    }
}
