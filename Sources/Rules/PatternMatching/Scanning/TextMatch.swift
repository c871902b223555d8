package import ChatModel
package import TextFolding

/// A match of a needle or pattern.
package struct TextMatch: Hashable, Sendable, Codable {
    /// The range in the original text.
    package var range: TextRange
    /// The matched original text.
    package var text: String
    /// The folds that were needed for the match.
    package var folds: FoldSet

    init(range: TextRange, text: String, folds: FoldSet) {
        self.range = range
        self.text = text
        self.folds = folds
    }

    /// Creates a match from a range of UTF-16 code units in a text.
    init(_ range: Range<Int>, of text: String, _ folds: FoldSet) {
        let units = text.utf16.dropFirst(max(0, range.lowerBound)).prefix(range.count)
        self.init(
            range: TextRange(range.lowerBound, range.upperBound),
            text: String(units) ?? String(decoding: Array(units), as: UTF16.self), folds: folds)
    }
}
