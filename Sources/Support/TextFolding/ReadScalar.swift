/// A scalar of another reading of a text, for example of a text read backwards.
package struct ReadScalar: Hashable, Sendable {
    package var scalar: Unicode.Scalar
    /// The range of the original, in UTF-16 code units, that it is read from.
    package var range: Range<Int>
    /// A Boolean value that indicates whether it differs from the original.
    package var isReread: Bool

    package init(_ scalar: Unicode.Scalar, _ range: Range<Int>, isReread: Bool = false) {
        self.scalar = scalar
        self.range = range
        self.isReread = isReread
    }

    /// Returns the scalars of a text as they are.
    package static func scalars(of text: String) -> [ReadScalar] {
        var result: [ReadScalar] = []
        result.reserveCapacity(text.utf8.count)
        var start = 0
        for scalar in text.unicodeScalars {
            let end = start + (scalar.value > 0xFFFF ? 2 : 1)
            result.append(ReadScalar(scalar, start..<end))
            start = end
        }
        return result
    }
}
