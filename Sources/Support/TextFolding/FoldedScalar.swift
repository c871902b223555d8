/// The result of folding a scalar.
package struct FoldedScalar: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// The result without the fold `leet`.
    package var letter: Unicode.Scalar
    /// The folds that changed the scalar.
    package var folds: FoldSet

    /// The scalar that identifies repetitions. `1`, `i` and `l` are equal under `leet`, but a run of them is more than one
    /// letter.
    package var repetitionKey: Unicode.Scalar { scalar == ScalarFolding.eitherLetter ? letter : scalar }
}
