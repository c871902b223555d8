import Foundation

/// The location, retention and encryption of the databases.
package struct StoreSettings: Hashable, Sendable {
    /// The absolute path of the data folder; in the file it may be relative to the folder of `config.yaml`.
    package var path: String
    /// The retention periods of texts.
    package var retain = RetentionSettings()
    /// The encryption of texts; nil stores them unencrypted.
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
    /// Reads a path without expanding `~`, which is a feature of shells; an application that runs as a service has no home
    /// folder.
    fileprivate func path(_ findings: DiagnosticCollector) -> String? {
        guard let text = text(findings), !findings.isRecording else { return nil }
        guard !text.isEmpty else {
            findings.error("bad-path", "an empty path leads nowhere", at: position, suggestion: "write ./data, or leave it out")
            return nil
        }
        guard !text.hasPrefix("~") else {
            findings.error(
                "bad-path", "'~' does not stand for a home here", at: position,
                suggestion: "write the whole path, such as /var/lib/mezon-bot")
            return nil
        }
        return text
    }
}
