/// The factors of features in training: how unevenly each is spread over bad and clean texts, from 0 to nearly 2.
///
/// Few texts do not tell which of thousands of features matter. A factor makes it cheap to use those that occur mostly on one side (Wang
/// and Manning 2012, who use the logarithm of the ratio; the relative difference of the shares rises as it does, needs no logarithm, and
/// has a bound).
struct FeatureScales {
    private var factors = [Double](repeating: 0, count: TextFeatures.count)

    init(_ examples: [TrainingExample]) {
        var occurrences = (
            bad: [Int32](repeating: 0, count: TextFeatures.count), clean: [Int32](repeating: 0, count: TextFeatures.count)
        )
        var texts = (bad: 1, clean: 1)
        for example in examples {
            if example.isBad { texts.bad += 1 } else { texts.clean += 1 }
            for feature in example.features {
                if example.isBad { occurrences.bad[Int(feature)] += 1 } else { occurrences.clean[Int(feature)] += 1 }
            }
        }
        for feature in factors.indices {
            let (bad, clean) = (occurrences.bad[feature], occurrences.clean[feature])
            guard bad > 0 || clean > 0 else { continue }
            // One more of each, so that a feature of a single text is not yet one-sided.
            let shares = (bad: Double(bad + 1) / Double(texts.bad), clean: Double(clean + 1) / Double(texts.clean))
            factors[feature] = 2 * abs(shares.bad - shares.clean) / (shares.bad + shares.clean)
        }
    }

    subscript(feature: UInt32) -> Double { factors[Int(feature)] }
}
