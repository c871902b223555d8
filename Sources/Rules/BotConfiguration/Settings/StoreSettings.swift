package import Foundation

/// The location, retention, encryption and backups of the databases.
package struct StoreSettings: Hashable, Sendable {
    /// The absolute path of the data directory; in the file it may be relative to the folder of `config.yaml`.
    package var path: String
    /// The retention periods of texts.
    package var retention = RetentionSettings()
    /// The encryption of texts; nil stores them unencrypted.
    package var encryption: EncryptionSettings?
    /// The scheduled backups; nil for none.
    package var backup: BackupSettings?
    /// The database server; nil for a file in the data directory.
    package var server: ServerSettings?
}

extension StoreSettings {
    init(_ node: ConfigNode?, folder: URL, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        path = folder.appending(path: "data").path
        guard let node, var map = MapReader(node, "'store'", diagnostics) else { return }
        if let given = map.take("path", "The data directory (default: `data` beside this file).")?
            .path(in: folder, diagnostics)
        {
            path = given
        }
        server = ServerSettings(&map, secrets: secrets, diagnostics)
        retention = RetentionSettings(map.take("retention", "The retention of texts (default: unlimited)."), diagnostics)
        encryption = EncryptionSettings(
            map.take("encryption", "The encryption of texts (default: none)."), secrets: secrets, diagnostics)
        let copies = map.take("backup", "Scheduled backups (default: none).")
        backup = copies.flatMap { BackupSettings($0, folder: folder, diagnostics) }
        if server != nil, let copies {
            diagnostics.error(
                "contradiction", "this is for a database in a file, and 'url' names a server", at: copies.position,
                suggestion: "remove it, and use pg_dump or the server's archive")
        }
        map.finish()
    }
}

extension StoreSettings {
    /// Returns the data directory that a configuration file names; nil if it names none or cannot be read.
    package static func path(in file: URL) -> String? {
        let folder = file.deletingLastPathComponent(), ignored = DiagnosticCollector()
        var files = FileSet(folder: folder)
        guard let root = files.read(file.lastPathComponent, ignored), var map = MapReader(root, "the file", ignored),
            let store = map.take("store", ""), var settings = MapReader(store, "'store'", ignored)
        else { return nil }
        return settings.take("path", "")?.path(in: folder, ignored)
    }
}

extension ConfigNode {
    /// Reads the path of a folder, which may be relative to that of `config.yaml`, as an absolute path.
    func path(in folder: URL, _ diagnostics: DiagnosticCollector) -> String? {
        path(diagnostics).map { given in
            (given.hasPrefix("/") ? URL(fileURLWithPath: given) : folder.appending(path: given)).standardizedFileURL.path
        }
    }

    /// Reads a path without expanding `~`, which is a feature of shells; an application that runs as a service has no home
    /// folder.
    private func path(_ diagnostics: DiagnosticCollector) -> String? {
        guard let text = text(diagnostics) else { return nil }
        guard !text.isEmpty else {
            diagnostics.error("bad-path", "the path is empty", at: position, suggestion: "write ./data, or remove it")
            return nil
        }
        guard !text.hasPrefix("~") else {
            diagnostics.error(
                "bad-path", "'~' is not expanded to the home directory", at: position,
                suggestion: "write the full path, such as /var/lib/mezon-bot")
            return nil
        }
        return text
    }
}
