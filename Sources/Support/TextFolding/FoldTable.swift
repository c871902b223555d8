/// The scalar rules of a set of folds: a lookup table for common scripts, computed for the rest.
struct FoldTable: Sendable {
    let folds: FoldSet
    private let entries: [FoldedScalar?]
    private let utf8: [UInt32]
    private let repetitionKeys: [UInt32]

    /// The number of scalars in the table: Latin, Greek, Cyrillic, Vietnamese and general punctuation.
    static let size: UInt32 = 0x2100

    init(_ folds: FoldSet) {
        self.folds = folds
        entries = (0..<Self.size).map { Unicode.Scalar($0).flatMap { ScalarFolding.folded($0, by: folds) } }
        utf8 = entries.map { $0.map { Self.packed($0.scalar) } ?? 0 }
        repetitionKeys = entries.map { $0?.repetitionKey.value ?? 0 }
    }

    /// Returns the folded scalar; `nil` if it is removed.
    func folded(_ scalar: Unicode.Scalar) -> FoldedScalar? {
        scalar.value < Self.size ? entries[Int(scalar.value)] : ScalarFolding.folded(scalar, by: folds)
    }

    /// Gives access to the folded UTF-8 of the scalars below `size`: the bytes, with the first one lowest, and their number in
    /// the highest byte.
    func withPacked<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result { utf8.withUnsafeBufferPointer(body) }

    /// Gives access to the values that identify repetitions of the scalars below `size`.
    func withRepetitionKeys<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        repetitionKeys.withUnsafeBufferPointer(body)
    }

    /// Packs a scalar of at most three bytes, as all scalars below `size` fold to.
    private static func packed(_ scalar: Unicode.Scalar) -> UInt32 {
        let bytes = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter).prefix(3)
        return bytes.enumerated().reduce(UInt32(bytes.count) << 24) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }
}
