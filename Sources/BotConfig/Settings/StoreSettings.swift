import Foundation

/// Where the house keeps its databases.
package struct StoreSettings: Hashable, Sendable {
    /// The data folder: absolute, or relative to the folder of `config.yaml`, resolved.
    package var path: String
    /// For how long texts are kept.
    package var retain = RetentionSettings()
    /// What texts are sealed with; nil keeps them as they are.
    package var seal: EncryptionSettings?
}

extension StoreSettings {
    init(_ node: ConfigNode?, folder: URL, secrets: SecretSource, _ findings: DiagnosticCollector) {
        path = folder.appending(path: "data").path
        guard let node, var map = MapReader(node, "'store'", findings) else { return }
        if let given = map.take("path", "The folder of the databases; `data` beside this file without it.")?
            .path(findings)
        {
            path = (given.hasPrefix("/") ? URL(fileURLWithPath: given) : folder.appending(path: given)).standardizedFileURL.path
        }
        retain = RetentionSettings(map.take("retain", "For how long texts are kept; for ever without it."), findings)
        seal = EncryptionSettings(
            map.take("seal", "What texts are sealed with; they are kept as they are without it."), secrets: secrets, findings)
        map.finish()
    }
}

extension ConfigNode {
    /// A path as it stands: a `~` is a shell's, and a house that runs as a service has no home of its own.
    fileprivate func path(_ findings: DiagnosticCollector) -> String? {
        guard let text = text(findings), !findings.isRecording else { return nil }
        guard !text.isEmpty else {
            findings.error("bad-path", "an empty path leads nowhere", at: place, suggestion: "write ./data, or leave it out")
            return nil
        }
        guard !text.hasPrefix("~") else {
            findings.error(
                "bad-path", "'~' does not stand for a home here", at: place,
                suggestion: "write the whole path, such as /var/lib/mezon-bot")
            return nil
        }
        return text
    }
}
