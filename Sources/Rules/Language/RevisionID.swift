/// The name of an edition of the rules: a hash of what was written, so that the same text is the same edition.
package enum RevisionID {
    /// - Parameter texts: of all files, by their names.
    package static func of(_ texts: [String: String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a, 64 bits: it names editions, it guards nothing.
        for text in texts.sorted(by: { $0.key < $1.key }).flatMap({ [$0.key, $0.value] }) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
