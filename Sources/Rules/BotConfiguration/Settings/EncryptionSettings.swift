package import ChatModel

/// The encryption of a store's texts.
package struct EncryptionSettings: Hashable, Sendable {
    /// The key for all new values.
    package var key: EncryptionKey
    /// The keys that older values may still be encrypted with.
    package var previous: [EncryptionKey]
}

extension EncryptionSettings {
    /// Reads the section; nil if it is absent, or if a key is missing or invalid, in which case the application does not start.
    init?(_ node: ConfigNode?, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'encryption'", diagnostics) else { return nil }
        let key = map.require(
            "key", "The encryption key: 32 bytes as base64, in a file or a variable. `mezon-bot data new-key` generates one.",
            write: "key: ${file:encryption.key}")
        let previous = map.take(
            "previous_keys", "Previous keys, needed until `mezon-bot data encrypt` has encrypted all data with the new key.")?
            .list(
                diagnostics)
        map.finish()
        let read = key.flatMap { secrets.encryptionKey($0, diagnostics) }
        self.previous = (previous ?? []).compactMap { secrets.encryptionKey($0, diagnostics) }
        guard let read else { return nil }
        self.key = read
    }
}
