import MezonModel

/// A text as a set of folds sees it: UTF-8 bytes, and for each where in the original it comes from.
struct FoldedText {
    var bytes: [UInt8] = []
    /// One for each byte, in UTF-16 units of the original; empty where nobody asked for them.
    var origins: [TextRange] = []

    /// The stretch of the original that a stretch of bytes comes from.
    func origin(of bytes: Range<Int>) -> TextRange {
        guard let last = bytes.last, origins.indices.contains(bytes.lowerBound), origins.indices.contains(last) else {
            let at = origins.indices.contains(bytes.lowerBound) ? origins[bytes.lowerBound].start : (origins.last?.end ?? 0)
            return TextRange(at, at)
        }
        return TextRange(origins[bytes.lowerBound].start, origins[last].end)
    }

    /// The bytes between the spaces at both ends.
    var trimmed: Range<Int> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else {
            return 0..<0
        }
        return first..<(last + 1)
    }
}
