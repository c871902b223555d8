/// A text from which a classifier learns.
package struct TrainingText: Hashable, Sendable {
    package var text: String
    package var isBad: Bool
    /// A Boolean value for each list of words that indicates whether the text contains one of its entries.
    package var hits: [Bool]

    package init(_ text: String, isBad: Bool, hits: [Bool] = []) {
        self.text = text
        self.isBad = isBad
        self.hits = hits
    }
}

/// A distinct text by its features.
struct TrainingExample {
    /// A hash of the features: the order of training and the group in cross-validation, whatever order the texts are given in.
    var key: UInt64
    var features: [UInt32]
    /// The positions of the lists with an entry in the text.
    var lists: [Int]
    var isBad: Bool

    init?(_ text: TrainingText) {
        let features = TextFeatures(text.text)
        guard !features.isEmpty else { return nil }
        self.features = features.indices
        lists = text.hits.indices.filter { text.hits[$0] }
        isBad = text.isBad
        var key: UInt64 = 0xCBF2_9CE4_8422_2325
        for feature in self.features { key = (key ^ UInt64(feature)) &* 0x0000_0100_0000_01B3 }
        key = (key ^ (key >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        self.key = key ^ (key >> 33)
    }

    /// Returns each distinct text once, ordered by key. Texts that differ only in their digits are the same. A text with both
    /// labels has that of the majority; with as many of each it is left out.
    static func distinct(_ texts: [TrainingText]) -> [TrainingExample] {
        let examples = texts.compactMap(TrainingExample.init).sorted { ($0.key, $0.isBad ? 1 : 0) < ($1.key, $1.isBad ? 1 : 0) }
        var distinct: [TrainingExample] = []
        var start = 0
        while start < examples.count {
            var end = start
            while end < examples.count, examples[end].key == examples[start].key { end += 1 }
            let bad = examples[start..<end].count(where: \.isBad)
            if bad * 2 != end - start {
                distinct.append(examples[start])
                distinct[distinct.count - 1].isBad = bad * 2 > end - start
                distinct[distinct.count - 1].lists = Set(examples[start..<end].flatMap(\.lists)).sorted()
            }
            start = end
        }
        return distinct
    }
}
