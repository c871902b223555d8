package import MezonModel

/// What the texts of a store are sealed with.
package struct EncryptionSettings: Hashable, Sendable {
    /// For everything that is written from now on.
    package var key: EncryptionKey
    /// What older values may still be sealed with.
    package var previous: [EncryptionKey]
}

extension EncryptionSettings {
    /// Nil without the section, and where a key is missing or wrong: then nothing starts.
    init?(_ node: ConfigNode?, secrets: SecretSource, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'seal'", findings) else { return nil }
        let key = map.require(
            "key", "The key: 32 bytes as base64, in a file or a variable. `mezon-bot key` makes one.",
            write: "key: ${file:seal.key}")
        let previous = map.take("previous", "Keys of before, until `mezon-bot seal` has sealed everything anew.")?.list(findings)
        map.finish()
        let read = key.flatMap { secrets.sealKey($0, findings) }
        self.previous = (previous ?? []).compactMap { secrets.sealKey($0, findings) }
        guard let read else { return nil }
        self.key = read
    }
}
