/// The result of folding a scalar.
struct FoldedScalar: Hashable, Sendable {
    var scalar: Unicode.Scalar
    /// The result without the fold `leet`.
    var letter: Unicode.Scalar
    /// The folds that changed the scalar.
    var folds: FoldSet

    /// The scalar that identifies repetitions. `1`, `i` and `l` are equal under `leet`, but a run of them is more than one
    /// letter.
    var repetitionKey: Unicode.Scalar { scalar == ScalarFolding.eitherLetter ? letter : scalar }
}
