import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

@Suite struct ClanSettingsTests {
    private static let names = """
        version: 1
        names:
          clans: { lab: "3", school: "4" }
          channels: { mod-log: "14", lab-log: "15" }
          roles: { admin: "21", teacher: "22" }
          users: { an: "7" }

        """

    private func load(_ text: String) throws -> LoadedConfiguration {
        try TemporaryDirectory(["config.yaml": Self.names + text]).load()
    }

    @Test func `a clan overrides top-level settings and inherits the rest`() throws {
        let loaded = try load(
            """
            bot: { prefix: "!", locale: vi, timezone: Asia/Tokyo }
            moderation: { channel: mod-log, roles: [admin], users: [an] }
            clans:
              school: { bot: { locale: en, timezone: Europe/Berlin }, moderation: { roles: [teacher] } }
              lab: { moderation: { channel: lab-log } }
            """)
        #expect(loaded.diagnostics == [])
        let configuration = try #require(loaded.configuration)
        let school = configuration.settings(of: 4)
        #expect(school.prefix == "!")
        #expect(school.locale == .en)
        #expect(school.timeZone == TimeZone(identifier: "Europe/Berlin"))
        #expect(school.moderation == ModerationSettings(channel: 14, roles: [22]))
        #expect(configuration.settings(of: 3).moderation == ModerationSettings(channel: 15, roles: [21]))
        #expect(configuration.settings(of: 3).locale == .vi)
        // A clan without a name, and direct messages.
        #expect(configuration.settings(of: 99) == configuration.settings(of: 0))
        #expect(configuration.settings(of: 0).moderation == ModerationSettings(channel: 14, roles: [21], users: [7]))
    }

    @Test func `a clan's bot options override those of the top level`() throws {
        let loaded = try load(
            """
            bots:
              welcome: { enabled_in: all, late: run, grants: [drop], config: { channel: "14", text: hello } }
              dice: { enabled_in: [lab] }
            clans:
              school:
                bots:
                  welcome: { config: { channel: "15" } }
                  echo: { enabled_in: all }
            """)
        #expect(loaded.diagnostics == [])
        let configuration = try #require(loaded.configuration)
        #expect(configuration.enabledBots.map(\.name) == ["welcome", "dice"])
        let school = configuration.settings(of: 4).enabledBots
        #expect(school.map(\.name) == ["welcome", "dice", "echo"])
        #expect(school[0].config == ["channel": "15", "text": "hello"])
        #expect(school[0].scope == .all)
        #expect(school[0].late == .run)
        #expect(school[0].grants.map(\.word) == ["drop"])
        #expect(configuration.settings(of: 3).enabledBots == configuration.enabledBots)
    }

    @Test(arguments: [
        ("clans: { lob: {} }", "7:10 unknown-name", "did you mean 'lab' (config.yaml:3:12)?"),
        ("clans: { lab: { bott: { prefix: \"!\" } } }", "7:17 unknown-key", "did you mean 'bot'?"),
        ("clans: { lab: { bot: { prefx: \"!\" } } }", "7:24 unknown-key", "did you mean 'prefix'?"),
        (
            "clans: { lab: { bot: { gateway: local } } }", "7:24 unknown-key",
            "move it to 'bot' of the top level: all clans share one account"
        ),
        ("clans: { lab: { bot: { prefix: no } } }", "7:32 bad-prefix", "write \"*\""),
        (
            "clans: { lab: { moderation: { roles: [techer] } } }", "7:39 unknown-name",
            "did you mean 'teacher' (config.yaml:5:25)?"
        ),
        ("clans: { lab: { defaults: { limit: {} } } }", "7:29 unknown-key", "did you mean 'limits'?"),
        (
            "clans: { lab: { bots: { echo: {} } } }", "7:25 missing-key",
            "write enabled_in: all, or a list of channels and clans"
        ),
        (
            "clans: { lab: { bots: { echo: { enabled_in: all, http: { allow: [a.org] } } } } }", "7:50 unknown-key",
            "move it to 'bots' of the top level: it applies to all clans"
        ),
        ("clans: [lab]", "7:8 wrong-kind", "write { name: … }"),
    ])
    func `an error in a clan's settings is reported at its position`(text: String, place: String, suggestion: String) throws {
        let loaded = try load(text)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(errors.map { "\($0.position) \($0.code)" } == ["config.yaml:" + place])
        #expect(errors.map(\.suggestion) == [suggestion])
    }

    @Test func `two names for one clan are an error`() throws {
        let twice = try TemporaryDirectory([
            "config.yaml": "version: 1\nnames: { clans: { a: \"3\", b: \"3\" } }\nclans: { a: {}, b: {} }\n"
        ]).load()
        #expect(twice.diagnostics.map { "\($0.position) \($0.code)" } == ["config.yaml:3:17 duplicate-name"])
    }

    @Test func `a token in a clan's settings is never printed`() throws {
        let loaded = try load("clans: { lab: { bot: { token: canary } } }")
        #expect(!DiagnosticReport(loaded.diagnostics, sources: loaded.sources).human().contains("canary"))
    }
}
