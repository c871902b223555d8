import BotConfiguration
import ChatModel
package import Storage

/// Finds the encryption keys of a store.
package enum EncryptionKeyFinder {
    /// - Parameters:
    ///   - keyFile: A file with the current key followed by older ones; nil to read each key from its recorded source.
    /// - Returns: The cipher; nil if the store is plain or does not exist.
    /// - Throws: `StorageError`, `SecretSourceError`.
    package static func cipher(of folder: String, keyFile: String?, environment: [String: String]) throws -> ValueCipher? {
        let records: [EncryptionKeyRecord]
        do {
            records = try StoreOpener.encryptionKeys(of: folder)
        } catch StorageError.missing {
            return nil
        }
        guard !records.isEmpty else { return nil }
        let source = RecordedSecretSource(environment: environment)
        let keys =
            if let keyFile { try source.keys(inFile: keyFile) } else { try records.map { try source.key(at: $0.source) } }
        return keys.first.map { ValueCipher($0, previous: Array(keys.dropFirst())) }
    }
}

extension CompiledConfiguration {
    /// The configured cipher of the store.
    package var cipher: ValueCipher? { configuration.store.encryption.map { ValueCipher($0.key, previous: $0.previous) } }
}
