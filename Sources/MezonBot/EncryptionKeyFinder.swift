import BotConfig
import MezonModel
package import Persistence

/// Finds what a store is sealed with.
package enum EncryptionKeyFinder {
    /// - Parameters:
    ///   - keyFile: a file with the key, and with older ones below it; without it each key is looked for where it was found last.
    /// - Returns: nil for a plain store, and for none.
    /// - Throws: `StorageError`, `EncryptionKeySourceError`.
    package static func seal(of folder: String, keyFile: String?, environment: [String: String]) throws -> ValueCipher? {
        let records: [EncryptionKeyRecord]
        do {
            records = try EncryptionKeyRecord.all(in: folder)
        } catch StorageError.missing {
            return nil
        }
        guard !records.isEmpty else { return nil }
        let source = EncryptionKeySource(environment: environment)
        let keys =
            if let keyFile { try source.keys(inFile: keyFile) } else { try records.map { try source.key(at: $0.source) } }
        return keys.first.map { ValueCipher($0, previous: Array(keys.dropFirst())) }
    }
}

extension CompiledConfiguration {
    /// What the store is to be sealed with.
    package var seal: ValueCipher? { configuration.store.seal.map { ValueCipher($0.key, previous: $0.previous) } }
}
