/// The scalar rules of one set of folds, looked up where texts mostly live and computed elsewhere.
struct FoldTable: Sendable {
    let folds: FoldSet
    private let entries: [FoldedScalar?]
    private let utf8: [UInt32]

    /// Latin, Greek, Cyrillic, Vietnamese and general punctuation.
    static let size: UInt32 = 0x2100

    init(_ folds: FoldSet) {
        self.folds = folds
        entries = (0..<Self.size).map { Unicode.Scalar($0).flatMap { ScalarFolding.folded($0, by: folds) } }
        utf8 = entries.map { $0.map { Self.packed($0.scalar) } ?? 0 }
    }

    /// What a scalar becomes; `nil` where it is dropped.
    func folded(_ scalar: Unicode.Scalar) -> FoldedScalar? {
        scalar.value < Self.size ? entries[Int(scalar.value)] : ScalarFolding.folded(scalar, by: folds)
    }

    /// What the scalars below `size` become as UTF-8: the bytes, the first one lowest, and their number in the highest.
    func withPacked<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result { utf8.withUnsafeBufferPointer(body) }

    /// Of a scalar with at most three bytes, which is what the scalars below `size` become.
    private static func packed(_ scalar: Unicode.Scalar) -> UInt32 {
        let bytes = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter).prefix(3)
        return bytes.enumerated().reduce(UInt32(bytes.count) << 24) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }
}
