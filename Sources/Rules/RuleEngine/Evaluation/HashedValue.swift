/// The hashes under which distinct values are counted.
enum HashedValue {
    /// Returns the 64-bit FNV-1a hash of a text. It distinguishes values and is not meant for security.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
