import TextFolding

/// The messages of a sample in which a word list is found, and the part that each fold has in them.
package struct WordListSample: Encodable, Sendable {
    package var list: String
    package var entries: Int
    /// The folds of the list.
    package var folds: [String]
    /// The number of messages in the sample, and of those in which an entry is found.
    package var messages: Int
    package var hits: Int
    package var costs: [FoldCost]
}

/// The price of a fold in hits: the messages of a sample that a word list finds because of this fold alone.
package struct FoldCost: Encodable, Sendable {
    /// A text that an entry is found in, and the number of messages that contain it.
    package struct Example: Encodable, Hashable, Sendable {
        package var found: String
        package var entry: String
        package var messages: Int
        /// The first message with it, without control characters.
        package var message: String
    }

    package var fold: String
    /// A Boolean value that indicates whether the list uses the fold. Its hits are then those that the list would lose without it,
    /// otherwise those that it would gain.
    package var isUsed: Bool
    package var hits: Int
    /// The entries that are not searched because the fold reduces them to one letter.
    package var unusableEntries: Int
    /// The texts that are found, the most frequent first.
    package var examples: [Example]

    private enum CodingKeys: String, CodingKey {
        case fold, isUsed = "is_used", hits, unusableEntries = "unusable_entries", examples
    }
}
