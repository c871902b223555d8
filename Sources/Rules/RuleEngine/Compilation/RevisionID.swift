/// The id of a rules revision: a hash of the files, so that the same text gives the same revision.
package enum RevisionID {
    /// Returns the id of the revision with the given files.
    ///
    /// - Parameter texts: The contents of all files, by file name.
    package static func of(_ texts: [String: String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a, 64 bits: an identifier, not for security.
        for text in texts.sorted(by: { $0.key < $1.key }).flatMap({ [$0.key, $0.value] }) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
