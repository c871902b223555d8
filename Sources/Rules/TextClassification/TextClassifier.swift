/// A classifier of texts that was trained with labelled examples: a weight for each feature, and the probability that follows from
/// their sum.
///
/// Reading a text takes time linear in its length. The same model gives the same probability on every machine.
package struct TextClassifier: Hashable, Sendable {
    /// The greatest weight in either direction.
    static let maxWeight = 999
    /// The maximum number of weights: a file of half a megabyte.
    static let maxWeights = 50_000
    /// The maximum number of lists of words, each of which is searched for in every text that is judged.
    package static let maxLists = 16

    /// The weights by feature index; 0 for a feature that tells nothing.
    let weights: [Int16]
    /// The factor of a text's score, and what is added, for the logarithm of the odds that it is bad.
    let slope: Double
    let offset: Double
    /// The lists of words that count, and what an entry of each adds to that logarithm.
    package let lists: [WordListFeature]
    let listWeights: [Double]
    /// The quality on texts that were kept apart when it was trained.
    package let measurement: ClassifierMeasurement

    /// Returns the probability that a text is bad, from 0 to 1. It is `nil` for a text without any character that counts.
    ///
    /// - Parameter hits: Whether each of the lists has an entry in the text.
    package func probability(of text: String, hits: [Bool] = []) -> Double? {
        let features = TextFeatures(text)
        guard !features.isEmpty else { return nil }
        var seen = FeatureSet()
        var (sum, count) = (0, 0)
        features.forEach { feature in
            guard seen.insert(feature.index) else { return }
            sum += Int(weights[feature.index])
            count += 1
        }
        let ofLists = zip(hits, listWeights).reduce(offset) { $1.0 ? $0 + $1.1 : $0 }
        return Logistic.probability(Double(sum) / TextFeatures.size(of: count) * slope + ofLists)
    }
}
