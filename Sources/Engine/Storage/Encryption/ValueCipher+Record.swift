extension ValueCipher {
    /// Returns whether the cipher can decrypt values of a key.
    package func knows(_ record: EncryptionKeyRecord) -> Bool { key(named: record.key) != nil }
}
