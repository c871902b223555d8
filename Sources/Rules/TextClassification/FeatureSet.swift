/// A set of feature indices.
struct FeatureSet {
    private var bits = [UInt64](repeating: 0, count: TextFeatures.count / 64)

    /// Adds an index and returns whether it was new.
    mutating func insert(_ index: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(index & 63)
        guard bits[index >> 6] & bit == 0 else { return false }
        bits[index >> 6] |= bit
        return true
    }
}
