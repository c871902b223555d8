import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

struct BackupSettingsTests {
    private func load(_ backup: String) throws -> (settings: BackupSettings?, diagnostics: [Diagnostic], folder: String) {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nstore:\n  backup: \(backup)\n"])
        let loaded = folder.load(environment: [:])
        return (loaded.configuration?.store.backup, loaded.diagnostics, folder.url.path)
    }

    @Test func `without the section there are no scheduled backups`() throws {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\n"])
        #expect(folder.load(environment: [:]).configuration?.store.backup == nil)
    }

    @Test func `an empty section means seven daily backups in the data directory`() throws {
        let (settings, diagnostics, _) = try load("{}")
        #expect(diagnostics == [])
        #expect(settings == BackupSettings(interval: .seconds(86_400), keep: 7, path: nil))
    }

    @Test func `the settings are read, and a relative path belongs to the folder of the configuration`() throws {
        let (settings, diagnostics, folder) = try load("{ every: 6h, keep: 28, path: backups }")
        #expect(diagnostics == [])
        #expect(settings?.interval == .seconds(21_600) && settings?.keep == 28)
        #expect(settings?.path?.hasSuffix("/backups") == true)
        #expect(settings?.path?.contains(URL(fileURLWithPath: folder).lastPathComponent) == true)
        #expect(try load("{ path: /var/backups/bot }").settings?.path == "/var/backups/bot")
    }

    @Test(arguments: [
        ("{ every: 1m }", "bad-duration"), ("{ every: daily }", "bad-duration"), ("{ keep: 0 }", "wrong-number"),
        ("{ keep: all }", "wrong-number"), ("{ path: ~/backups }", "bad-path"), ("{ evry: 1h }", "unknown-key"),
        ("yes", "wrong-kind"),
    ])
    func `an invalid setting is an error at its place`(backup: String, code: String) throws {
        let diagnostics = try load(backup).diagnostics
        #expect(diagnostics.map(\.code) == [code])
        #expect(diagnostics.first?.position.line == 3)
    }
}
