extension TextClassifier {
    /// A word of a text, or a list of words, with its influence on the probability.
    package struct Influence: Hashable, Sendable {
        /// The word, folded, or the name of the list.
        package var name: String
        package var isList = false
        /// The change of the logarithm of the odds: more than 0 for a word that speaks for a bad text.
        package var weight: Double
    }

    /// Returns the words of a text and the lists that have one, with their influences, strongest first. A word has its share of all
    /// features in which it occurs: its pairs with its neighbours and its letters.
    package func influences(in text: String, hits: [Bool] = []) -> [Influence] {
        let features = TextFeatures(text)
        let words = features.wordTexts
        var seen = FeatureSet()
        var shares = [Double](repeating: 0, count: words.count)
        var count = 0
        features.forEach { feature in
            guard seen.insert(feature.index) else { return }
            count += 1
            let weight = weights[feature.index]
            guard weight != 0 else { return }
            let covered = feature.words.clamped(to: shares.indices)
            for word in covered { shares[word] += Double(weight) / Double(covered.count) }
        }
        let factor = slope / TextFeatures.size(of: count)
        var sums: [String: Double] = [:]
        for (word, share) in zip(words, shares) { sums[word, default: 0] += share * factor }
        let ofLists = lists.indices.filter { hits.indices.contains($0) && hits[$0] }
            .map { Influence(name: lists[$0].name, isList: true, weight: listWeights[$0]) }
        return (ofLists + sums.map { Influence(name: $0.key, weight: $0.value) })
            .sorted { (abs($1.weight), $0.name) < (abs($0.weight), $1.name) }
    }
}
