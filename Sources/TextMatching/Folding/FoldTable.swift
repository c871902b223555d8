/// The scalar rules of one set of folds, looked up where texts mostly live and computed elsewhere.
struct FoldTable: Sendable {
    let folds: FoldSet
    private let entries: [UInt32]

    /// Latin, Greek, Cyrillic, Vietnamese and general punctuation.
    static let size: UInt32 = 0x2100
    private static let dropped: UInt32 = .max

    init(_ folds: FoldSet) {
        self.folds = folds
        entries = (0..<Self.size).map { value in
            guard let scalar = Unicode.Scalar(value) else { return Self.dropped }
            return ScalarFolding.folded(scalar, by: folds)?.value ?? Self.dropped
        }
    }

    /// What a scalar becomes; `nil` where it is dropped.
    func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.value < Self.size else { return ScalarFolding.folded(scalar, by: folds) }
        return Unicode.Scalar(entries[Int(scalar.value)])  // `dropped` is no scalar.
    }
}
