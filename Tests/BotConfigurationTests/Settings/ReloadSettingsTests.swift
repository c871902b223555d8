import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

struct ReloadSettingsTests {
    private func load(_ reload: String) throws -> (ReloadSettings?, [Diagnostic], folder: String) {
        let folder = try TemporaryDirectory(["config.yaml": "version: 1\nreload: \(reload)\n"])
        let loaded = folder.load()
        return (loaded.configuration?.reload, loaded.diagnostics, folder.url.path)
    }

    @Test func `the folder is relative to the configuration, and has to exist`() throws {
        let (settings, diagnostics, folder) = try load("{ tests: fixtures/../cases }")
        #expect(settings?.tests == folder + "/cases")
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let missing = try #require(settings?.missingFolder)
        #expect(missing.code == "no-folder" && "\(missing.position)" == "config.yaml:2:18")
    }

    @Test func `without the section, changed rules have to pass no tests of a folder`() throws {
        let settings = try TemporaryDirectory(["config.yaml": "version: 1\n"]).load().configuration?.reload
        #expect(settings == ReloadSettings() && settings?.missingFolder == nil)
    }

    @Test(arguments: [
        ("{ tests: \"\" }", "bad-path"), ("{ tests: ~/fixtures }", "bad-path"), ("{ fixtures: fixtures }", "unknown-key"),
        ("yes", "wrong-kind"),
    ])
    func `mistakes are reported`(reload: String, code: String) throws {
        let (settings, diagnostics, _) = try load(reload)
        #expect(diagnostics.map(\.code) == [code], "\(diagnostics)")
        #expect(settings?.tests == nil)
    }
}
