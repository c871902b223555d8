extension ValueCipher {
    /// Returns whether the cipher can decrypt values of a key.
    package func canDecrypt(_ record: EncryptionKeyRecord) -> Bool { key(named: record.key) != nil }
}
