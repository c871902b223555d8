extension [UInt8] {
    /// The range without whitespace at both ends.
    var trimmed: Range<Int> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else { return 0..<0 }
        return first..<(last + 1)
    }
}
