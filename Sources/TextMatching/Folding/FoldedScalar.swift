/// What a scalar becomes under a set of folds.
struct FoldedScalar: Hashable, Sendable {
    var scalar: Unicode.Scalar
    /// The same without the fold `leet`.
    var letter: Unicode.Scalar
    /// Those of the folds that changed it.
    var folds: FoldSet

    /// `1`, `i` and `l` come out the same where `leet` is folded, and yet a run of them is more than one letter.
    var repeats: Unicode.Scalar { scalar == ScalarFolding.eitherLetter ? letter : scalar }
}
