package import MezonModel

/// Where a probe was found.
package struct TextMatch: Hashable, Sendable, Codable {
    /// In the original text.
    package var range: TextRange
    /// The original text there.
    package var text: String
    /// What had to be folded away to see it.
    package var folds: FoldSet

    init(range: TextRange, text: String, folds: FoldSet) {
        self.range = range
        self.text = text
        self.folds = folds
    }

    init(_ range: TextRange, of text: String, _ folds: FoldSet) {
        let units = text.utf16.dropFirst(max(0, range.start)).prefix(max(0, range.length))
        self.init(range: range, text: String(decoding: Array(units), as: UTF16.self), folds: folds)
    }
}
