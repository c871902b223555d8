package import TextFolding

/// A text to search for.
package struct Needle: Hashable, Sendable {
    /// The position in a message at which a needle must match. Whitespace at both ends of a message is ignored.
    package enum Fit: Hashable, Sendable {
        case anywhere
        /// Between word boundaries: not adjacent to a letter, digit or `_` of any script.
        case word
        case start
        case end
        case whole
    }

    package var text: String
    package var folds: FoldSet
    package var fit: Fit

    package init(_ text: String, folds: FoldSet = .plain, fit: Fit = .anywhere) {
        self.text = text
        self.folds = folds
        self.fit = fit
    }
}
