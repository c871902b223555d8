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

    @Test func `a backtest has a history and conditions`() throws {
        let (settings, diagnostics, _) = try load("{ backtest: 24h, refuse: \"removals > 0, mutes >= 20 \" }")
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let backtest = try #require(settings?.backtest)
        #expect(backtest.length == .seconds(86_400))
        #expect(backtest.refuse.conditions.map(\.figure) == [.removals, .mutes])
        #expect(backtest.refuse.conditions[0].comparison.holds(1) && !backtest.refuse.conditions[0].comparison.holds(0))
        #expect(backtest.refuse.conditions[1].comparison.holds(20) && !backtest.refuse.conditions[1].comparison.holds(19))
        #expect("\(backtest.position)" == "config.yaml:2:34")
    }

    @Test(arguments: [
        ("{ backtest: 24h, refuze: removals > 0 }", "unknown-key"), ("{ backtest: 24h }", "missing-key"),
        ("{ refuse: removals > 0 }", "missing-key"),
        ("{ backtest: soon, refuse: removals > 0 }", "bad-duration"), ("{ backtest: 1h, refuse: removal > 0 }", "bad-limit"),
        ("{ backtest: 1h, refuse: removals }", "bad-limit"), ("{ backtest: 1h, refuse: \"removals > 0,\" }", "bad-limit"),
        ("{ backtest: 1h, refuse: [removals] }", "wrong-kind"), ("{ backtest: 1h, refuse: }", "wrong-kind"),
    ])
    func `mistakes of a backtest are reported`(reload: String, code: String) throws {
        let (settings, diagnostics, _) = try load(reload)
        #expect(diagnostics.map(\.code) == [code], "\(diagnostics)")
        #expect(settings?.backtest == nil)
        #expect(diagnostics.first?.suggestion != nil || code == "wrong-kind")
    }

    @Test(arguments: [
        ("mute > 20", 34, 4, "did you mean 'mutes'?"), ("foo", 34, 3, "write one such as"),
        ("mutes", 34, 5, "write mutes > 0"), ("mutes == 1", 40, 4, "write one such as > 0"),
        ("\"removals > 0, mute > 1\"", 49, 4, "did you mean 'mutes'?"), ("\"mutes > 0,\"", 45, 1, "write one such as"),
    ])
    func `a mistake in a condition is reported where it is`(limit: String, column: Int, length: Int, suggestion: String) throws {
        let (_, diagnostics, _) = try load("{ backtest: 24h, refuse: \(limit) }")
        let found = try #require(diagnostics.first)
        #expect(diagnostics.count == 1)
        #expect((found.position.column, found.position.length) == (column, length))
        #expect(found.suggestion?.hasPrefix(suggestion) == true)
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
