import ChatModel
import Foundation
import Testing

@testable import BotConfiguration

@Suite struct SectionTests {
    private func load(_ text: String, files: [String: String] = [:]) throws -> (LoadedConfiguration, [String]) {
        let loaded = try TemporaryDirectory(files.merging(["config.yaml": "version: 1\n\(text)\n"]) { first, _ in first }).load()
        return (
            loaded, DiagnosticReport(loaded.diagnostics, sources: loaded.sources).diagnostics.map { "\($0.position) \($0.code)" }
        )
    }

    @Test func `all configuration sections are decoded`() throws {
        let (loaded, found) = try load(
            """
            bot: { prefix: "!", locale: vi, timezone: Asia/Ho_Chi_Minh }
            include: [rules/*.yaml]
            names: { channels: { mod-log: "14" }, roles: { admin: "21" }, categories: { projects: "31" }, users: { an: "7" } }
            ladders:
              standard:
                counter: strikes
                scope: user@clan
                decay: { by: 2, every: 7d }
                steps:
                  - { at: 1, then: [warn] }
                  - { at: 3, then: [{ alert: mod-log }] }
            define: { vip: { author: { has_role: admin } } }
            defaults: { mode: shadow, except: { bots: true }, limits: { per_minute: 30 } }
            moderation: { channel: mod-log, roles: [admin], users: [an, "8"] }
            bots: { reports: { enabled_in: all, grants: [send] } }
            """,
            files: [
                "rules/a.yaml": "version: 1\ndefine: { loud: { parameters: [share], condition: { caps: { ratio: $share } } } }\n"
            ])
        #expect(found == [])
        let configuration = try #require(loaded.configuration)
        #expect(configuration.bot.prefix == "!")
        #expect(configuration.bot.locale == .vi)
        #expect(configuration.bot.timeZone == TimeZone(identifier: "Asia/Ho_Chi_Minh"))
        let ladder = try #require(configuration.ladders.item(named: "standard"))
        #expect(ladder.counter == "strikes")
        #expect(ladder.decay == .init(by: 2, every: .seconds(604_800)))
        #expect(ladder.steps.map(\.at) == [1, 3])
        #expect(ladder.steps[1].actions.json == .array([.object(["alert": .string("mod-log")])]))
        #expect(configuration.defines.all.map(\.name) == ["vip", "loud"])
        #expect(configuration.defines.all.map(\.parameters) == [[], ["share"]])
        #expect(configuration.defines.all[0].node.json == .object(["author": .object(["has_role": .string("admin")])]))
        #expect(configuration.defines.all[1].node.json == .object(["caps": .object(["ratio": .string("$share")])]))
        #expect(configuration.defaults.mode?.json == .string("shadow"))
        #expect(configuration.moderation == ModerationSettings(channel: 14, roles: [21], users: [7, 8]))
        #expect(configuration.enabledBots[0].grants.map(\.word) == ["send"])
    }

    @Test func `a bot's HTTP access is decoded`() throws {
        let http =
            "allow: [api.example.org], allow_private: [\"http://127.0.0.1:8080\"], timeout: 2s, max_body: 2MiB, per_second: 20"
        let (loaded, found) = try load("bots: { p: { enabled_in: all, http: { \(http) } }, q: { enabled_in: all } }")
        #expect(found == [])
        var reach = HTTPAccessPolicy()
        reach.allowed = [try #require(WebOrigin("https://api.example.org:443"))]
        reach.allowedPrivate = [try #require(WebOrigin("http://127.0.0.1:8080"))]
        reach.timeout = .seconds(2)
        reach.maxBytes = 2 << 20
        reach.perSecond = 20
        #expect(loaded.configuration?.enabledBots.map(\.http) == [reach, HTTPAccessPolicy()])
    }

    @Test func `a channel may have its own time zone`() throws {
        let (loaded, found) = try load(
            "names: { channels: { far: \"14\" } }\nchannels: { far: { timezone: Europe/Berlin } }")
        #expect(found == [])
        #expect(loaded.configuration?.channels.map(\.timeZone) == [TimeZone(identifier: "Europe/Berlin")])
    }

    @Test func `a secret option is stored as a reference, with its value beside the options`() throws {
        let config = "key: \"${file:key.txt}\", other: [\"${env:MEZON_BOT_NO_SUCH_VARIABLE}\"], text: \"${name}\""
        let (loaded, found) = try load(
            "bots: { p: { enabled_in: all, config: { \(config) } } }", files: ["key.txt": "canary\n"])
        #expect(found == ["config.yaml:2:73 unset-variable"])
        let plugin = try #require(loaded.configuration?.enabledBots.first)
        #expect(plugin.config == ["key": [Secret.referenceKey: "${file:key.txt}"], "other": [.null], "text": "${name}"])
        #expect(plugin.secrets == ["${file:key.txt}": Secret("canary")])
    }

    private static let mistakes: [(String, String, String?)] = [
        ("bot: { timezone: Asia/Ho_Chi_Min }", "2:18 unknown-time-zone", "write Asia/Ho_Chi_Minh"),
        ("bot: { timezone: GMT+7 }", "2:18 unknown-time-zone", "write Asia/Ho_Chi_Minh"),
        ("channels: { all: { timezone: Asia/Tokyo } }", "2:30 bad-time-zone", "move it to bot: { timezone: … }"),
        ("bot: { prefix: bot }", "2:16 bad-prefix", "write \"*\""),
        ("bot: { locale: vn }", "2:16 unknown-word", "did you mean 'vi'?"),
        ("ladders: { a: { counter: c, steps: [] } }", "2:36 missing-value", "write - { at: 1, then: [warn] }"),
        (
            "ladders: { a: { counter: c, steps: [{ at: 2, then: [] }, { at: 1, then: [] }] } }", "2:64 wrong-order",
            "write the steps in ascending order, each count once"
        ),
        (
            "ladders: { a: { counter: c, decay: { every: 7 days }, steps: [{ at: 1, then: [] }] } }", "2:45 bad-duration",
            "write 1w"
        ),
        (
            "bots: { p: { enabled_in: all, grants: [\"http:a.org\"] } }", "2:40 wrong-grant", "write http: { allow: [a.org] }"
        ),
        (
            "bots: { p: { enabled_in: all, http: { allow: [\"*.a.org\"] } } }", "2:47 bad-host",
            "write each host separately: api.example.org"
        ),
        ("bots: { p: { enabled_in: all, http: { allow: [https://A.org/x] } } }", "2:47 bad-host", "write https://a.org"),
        ("bots: { p: { enabled_in: all, http: { allow: [u:p@a.org] } } }", "2:47 bad-host", "write a.org"),
        (
            "bots: { p: { enabled_in: all, http: { allow: [127.0.0.1] } } }", "2:47 private-host",
            "move it to 'allow_private', with scheme and port"
        ),
        (
            "bots: { p: { enabled_in: all, http: { allow: [localhost] } } }", "2:47 private-host",
            "move it to 'allow_private', with scheme and port"
        ),
        (
            "bots: { p: { enabled_in: all, http: { allow_private: [\"http://169.254.169.254:80\"] } } }", "2:55 private-host",
            "remove it"
        ),
        (
            "bots: { p: { enabled_in: all, http: { allow_private: [jira.corp] } } }", "2:55 bad-host",
            "write https://jira.corp:443"
        ),
        ("bots: { p: { enabled_in: all, http: { timeout: 10s, allow: [] } } }", "2:48 bad-duration", nil),
        ("bots: { p: { enabled_in: all, http: { max_body: 9MiB, allow: [] } } }", "2:49 bad-size", "write 8MiB"),
        ("bots: { p: { enabled_in: all, http: {} } }", "2:37 missing-key", "add allow: …"),
        ("bots: { p: { enabled_in: all, http: { alow: [a.org] } } }", "2:39 unknown-key", "did you mean 'allow'?"),
        ("calendars: { a: { days: [monday] } }", "2:26 unknown-day", "did you mean 'mon'?"),
        ("calendars: { a: { except: b } }\nlists: { b: { words: [x] } }", "2:27 wrong-name", "add one under 'lists'"),
        ("define: { a: {}, a: {} }", "2:18 duplicate-key", "remove one of the two"),
        (
            "moderation: { roles: [admn] }\nnames: { roles: { admin: \"2\" } }", "2:23 unknown-name",
            "did you mean 'admin' (config.yaml:3:19)?"
        ),
    ]

    @Test(arguments: mistakes)
    func `an invalid section is reported at its source position`(text: String, expected: String, suggestion: String?) throws {
        let (loaded, found) = try load(text)
        #expect(found == ["config.yaml:" + expected])
        #expect(loaded.diagnostics.first?.suggestion == suggestion)
    }

    @Test func `a condition defined twice is reported`() throws {
        let (_, found) = try load(
            "include: [a.yaml]\ndefine: { x: { text: { length: 1 } } }",
            files: ["a.yaml": "version: 1\ndefine: { x: { text: { length: 1 } } }\n"])
        #expect(found == ["a.yaml:2:11 duplicate-name"])
    }

    @Test func `unused names, lists, calendars, ladders and definitions are reported`() throws {
        let (loaded, _) = try load(
            """
            names: { channels: { general: "11", lab: "13" } }
            lists: { a: { words: [x] }, days: { days: [--09-02] } }
            calendars: { work: { except: days } }
            ladders: { standard: { counter: c, steps: [{ at: 1, then: [warn] }] } }
            define: { vip: { text: { length: 1 } } }
            bots: { dice: { enabled_in: [general] } }
            """)
        let configuration = try #require(loaded.configuration)
        #expect(
            configuration.unused.map { "\($0.position.line):\($0.position.column) \($0.message)" } == [
                "3:10 the list 'a' is unused", "2:37 the channel 'lab' is unused", "4:14 the calendar 'work' is unused",
                "5:12 the ladder 'standard' is unused", "6:11 the define 'vip' is unused",
            ])
        _ = configuration.ladders.item(named: "standard")
        #expect(configuration.ladders.unused == [])
    }
}
