import BotConfiguration
import BotKit
import BotTesting
import Foundation
import RuleEngine
import Testing

@testable import MezonBotApp

struct CompiledConfigurationTests {
    private struct Roller: Bot {
        struct Options: BotOptions { var sides = 6 }
        static let manifest = Manifest("roller", needs: [.reply])
        let options: Options
    }

    private struct Rolls: Bot {
        static let manifest = Manifest("rolls", needs: [.reply])
        let options: NoOptions
        var commands: [Command<Self>] {
            Command("roll", "Rolls.", aliases: ["r"]) { _ in [] }
        }
    }

    private struct Roles: Bot {
        static let manifest = Manifest("roles", needs: [.reply])
        let options: NoOptions
        var commands: [Command<Self>] {
            Command("R", "Roles.") { _ in [] }
        }
    }

    private struct Warden: Bot {
        static let manifest = Manifest("warden", needs: [.reply, .delete, .moderate])
        let options: NoOptions
    }

    private struct Approver: Bot {
        struct Options: BotOptions {
            var channel: ChannelID = 0
            var others: [ChannelID] = []
        }
        static let manifest = Manifest("approver", needs: [.reply])
        static let decide = Route<Bool>("decide")
        let options: Options
        var presses: [Press<Self>] { Press(Self.decide) { _, _ in [] } }
    }

    private let registry = BotRegistry([Roller.self, Rolls.self, Roles.self, Warden.self, Approver.self])

    private func check(_ files: [String: String]) throws -> (compiled: CompiledConfiguration?, findings: [String]) {
        let folder = try TemporaryDirectory()
        for (name, text) in files {
            let file = URL(fileURLWithPath: folder.path).appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let (compiled, report) = CompiledConfiguration.check(folder.path + "/config.yaml", registry: registry, environment: [:])
        return (compiled, report.diagnostics.map { "\($0.position) \($0.code) \($0.suggestion ?? "")" })
    }

    @Test func `an unknown bot is reported with a suggestion`() throws {
        let (compiled, findings) = try check(["config.yaml": "version: 1\nbots:\n  rolle: { enabled_in: all }\n"])
        #expect(compiled == nil)
        #expect(findings == ["config.yaml:3:3 unknown-bot did you mean 'roller'?"])
    }

    @Test(arguments: [
        ("{ side: 8 }", "config.yaml:3:42 bad-option did you mean 'sides'?"),
        ("{ sides: many }", "config.yaml:3:42 bad-option "),
        ("[8]", "config.yaml:3:40 bad-option "),
    ])
    func `an invalid option is reported at its source position`(config: String, expected: String) throws {
        let (compiled, findings) = try check([
            "config.yaml": "version: 1\nbots:\n  roller: { enabled_in: all, config:   \(config) }\n"
        ])
        #expect(compiled == nil)
        #expect(findings == [expected])
    }

    @Test(arguments: [
        ("warden", "grants: [delete, moderate]", []),
        ("warden", "late: skip", ["config.yaml:3:3 missing-grant write grants: [delete, moderate] below it to allow this"]),
        ("warden", "grants: [delete]", ["config.yaml:3:3 missing-grant write grants: [delete, moderate] below it to allow this"]),
        (
            "warden", "grants: [delete, moderat]",
            [
                "config.yaml:3:3 missing-grant write grants: [delete, moderate] below it to allow this",
                "config.yaml:3:47 bad-grant did you mean 'moderate'?",
            ]
        ),
        ("roller", "grants: [reply]", ["config.yaml:3:39 bad-grant "]),
    ])
    func `a bot's moderation permissions must be granted by name`(bot: String, line: String, expected: [String]) throws {
        let (compiled, findings) = try check([
            "config.yaml": "version: 1\nbots:\n  \(bot): { enabled_in: all, \(line) }\n"
        ])
        #expect((compiled == nil) == !expected.isEmpty)
        #expect(findings == expected)
    }

    @Test(arguments: [
        ("all", "channel: \"17\"", ["config.yaml:4:48 unreachable-buttons add hr to the bot's 'enabled_in'"]),
        ("all", "others: [\"11\", \"17\"]", ["config.yaml:4:63 unreachable-buttons add hr to the bot's 'enabled_in'"]),
        ("[all, hr]", "channel: \"17\"", []), ("all", "channel: \"11\"", []),
    ])
    func `an option that names a private channel in which the bot is not enabled is reported`(
        enabledIn: String, option: String, expected: [String]
    ) throws {
        let (compiled, findings) = try check([
            "config.yaml": """
            version: 1
            names: { channels: { general: "11", hr: "17" } }
            channels: { hr: { private: true } }
            bots: { approver: { enabled_in: \(enabledIn), config: { \(option) } } }
            """
        ])
        #expect(compiled != nil)
        #expect(findings.filter { !$0.contains("unused") } == expected)
    }

    @Test func `errors of two files are reported together`() throws {
        let (compiled, findings) = try check([
            "config.yaml": "version: 1\ninclude: [rules/*.yaml]\nbotts: {}\n",
            "rules/a.yaml": "version: 1\nrules:\n  - id: a\n    trigger: mesage\n    then: [delete]\n",
        ])
        #expect(compiled == nil)
        #expect(findings.map { $0.split(separator: " ").first ?? "" } == ["config.yaml:3:1", "rules/a.yaml:4:14"])
        #expect(findings.last?.contains("did you mean 'message'?") == true)
    }

    @Test func `handlers are ordered as middleware, rules and then the bots of the channel`() throws {
        let (compiled, findings) = try check([
            "config.yaml": """
            version: 1
            names: { channels: { lab: "12" } }
            channels: { lab: { incoming: [{ max_length: 5 }], outgoing: [read_only] } }
            bots: { roller: { enabled_in: [lab] } }
            """
        ])
        #expect(findings.isEmpty)
        let channelHandlers = try channelHandlers(#require(compiled))
        #expect(
            channelHandlers.handlers(for: .message(.make(text: "hi", in: 12))).map(\.name) == [
                "middleware:max_length", "rules", "bot:roller", "bot:language", "system:help",
            ])
        #expect(channelHandlers.handlers(for: .message(.make(text: "hi", in: 11))).map(\.name) == ["rules", "system:help"])
        #expect(channelHandlers.deliveryMiddleware(of: 12).map(\.name) == ["middleware:read_only"])
        #expect(channelHandlers.deliveryMiddleware(of: 11).isEmpty)
    }

    @Test func `a bot of a clan handles all its channels, and button clicks, which carry no clan`() throws {
        let (compiled, findings) = try check([
            "config.yaml": """
            version: 1
            names: { clans: { ncc: "2" } }
            bots: { roller: { enabled_in: [ncc] } }
            """
        ])
        #expect(findings == [])
        let channelHandlers = try channelHandlers(#require(compiled))
        func names(_ event: Event) -> [String] { channelHandlers.handlers(for: event).map(\.name) }
        let click = ButtonClick(message: 1, channel: 11, button: "again", user: 5, messageAuthor: 9)
        #expect(names(.message(.make(text: "hi", in: 11, clan: 2))) == ["rules", "bot:roller", "bot:language", "system:help"])
        #expect(names(.message(.make(text: "hi", in: 31, clan: 3))) == ["rules", "system:help"])
        #expect(names(.button(click)) == ["rules", "bot:roller", "bot:language", "system:help"])
    }

    @Test(arguments: [
        ("all", "all", true), ("all", "[general]", true), ("[general]", "[general]", true), ("[general]", "[random]", false),
    ])
    func `two bots that answer the same command in one channel are reported`(first: String, second: String, both: Bool) throws {
        let findings = try check([
            "config.yaml": """
            version: 1
            names: { channels: { general: "11", random: "12" } }
            bots:
              rolls: { enabled_in: \(first) }
              roles: { enabled_in: \(second) }
            """
        ]).findings.filter { !$0.contains("unused") }
        let told = "config.yaml:5:3 command-twice enable them in different channels, or disable one of them"
        #expect(findings == (both ? [told] : []))
    }

    @Test func `an unused name is reported unless there are errors`() throws {
        let names = "version: 1\nnames: { channels: { general: \"11\" } }\n"
        #expect(try check(["config.yaml": names]).findings == ["config.yaml:2:22 unused-name remove it"])
        #expect(try check(["config.yaml": names + "stroe: {}\n"]).findings.map { $0.contains("unused") } == [false])
    }

    private func channelHandlers(_ compiled: CompiledConfiguration) -> ChannelHandlers {
        ChannelHandlers(
            compiled.configuration, bots: compiled.bots,
            in: BotRuntime(channel: { Channel(id: $0, clan: $0 == 31 ? 3 : 2, label: "") }), rules: RuleEngine(compiled.rules))
    }
}
