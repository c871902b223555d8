import ChatModel

/// The precision and recall of rules, measured with texts that people have judged.
package struct RuleScore: Encodable, Sendable {
    /// A text on which the rules and the label disagree.
    package struct Misjudgement: Encodable, Sendable {
        package var line: Int
        /// The text, without control characters.
        package var text: String
        /// The rule that matches; `nil` if none does.
        package var rule: String?
        /// The reason for the match.
        package var reason: String?
        /// The matched part of the text.
        package var found: String?
    }

    /// A text that was found in clean texts, and in how many.
    package struct FrequentHit: Encodable, Sendable {
        package var found: String
        package var texts: Int
    }

    package var rules: [String]
    package var texts = 0
    package var bad = 0
    /// The bad texts that are matched, the clean ones that are matched, and the bad ones that are not.
    package var truePositives = 0
    package var falsePositives = 0
    package var falseNegatives = 0
    /// The texts that were found most often in clean texts.
    package var frequentHits: [FrequentHit] = []
    /// The clean texts that are matched: first those whose found text harms most often.
    package var worstHits: [Misjudgement] = []
    /// The bad texts that are not matched: the shortest first, which have the fewest excuses.
    package var worstMisses: [Misjudgement] = []

    /// The share of the matched texts that are bad; 1 if none is matched.
    package var precision: Double { ratio(truePositives, truePositives + falsePositives) }
    /// The share of the bad texts that are matched; 1 if none is bad.
    package var recall: Double { ratio(truePositives, bad) }
    /// The harmonic mean of precision and recall.
    package var f1: Double {
        let sum = precision + recall
        return sum > 0 ? 2 * precision * recall / sum : 0
    }
    /// The number of clean texts that are matched, of a thousand.
    package var falsePositivesPerThousand: Double {
        texts > bad ? 1000 * Double(falsePositives) / Double(texts - bad) : 0
    }

    private enum CodingKeys: String, CodingKey {
        case rules, texts, bad, truePositives = "true_positives", falsePositives = "false_positives"
        case falseNegatives = "false_negatives", frequentHits = "frequent_hits"
        case worstHits = "worst_hits", worstMisses = "worst_misses"
        case precision, recall, f1, falsePositivesPerThousand = "false_positives_per_thousand"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rules, forKey: .rules)
        try container.encode(texts, forKey: .texts)
        try container.encode(bad, forKey: .bad)
        try container.encode(truePositives, forKey: .truePositives)
        try container.encode(falsePositives, forKey: .falsePositives)
        try container.encode(falseNegatives, forKey: .falseNegatives)
        try container.encode(precision, forKey: .precision)
        try container.encode(recall, forKey: .recall)
        try container.encode(f1, forKey: .f1)
        try container.encode(falsePositivesPerThousand, forKey: .falsePositivesPerThousand)
        try container.encode(frequentHits, forKey: .frequentHits)
        try container.encode(worstHits, forKey: .worstHits)
        try container.encode(worstMisses, forKey: .worstMisses)
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double { whole == 0 ? 1 : Double(part) / Double(whole) }
}
