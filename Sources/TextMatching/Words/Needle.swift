/// A text to look for.
package struct Needle: Hashable, Sendable {
    /// Where in a message it counts. Spaces at both ends of a message are not part of it.
    package enum Fit: Hashable, Sendable {
        case anywhere
        /// Between word boundaries: no letter, digit or `_` of any script touches it.
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
