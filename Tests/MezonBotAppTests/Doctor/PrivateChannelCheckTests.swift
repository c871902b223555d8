import BotConfiguration
import BotKit
import ChatModel
import RuleEngine
import Testing

@testable import MezonBotApp

@Suite struct PrivateChannelCheckTests {
    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, label: "support"),
        Channel(id: 17, clan: 1, label: "board", isPrivate: true),
        Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"),
        Channel(id: 19, clan: 1, parent: 11, kind: .thread, label: "secret", isPrivate: true),
    ]

    private func findings(_ configuration: String) throws -> [String] {
        let text = """
            version: 1
            names: { channels: { general: "11", support: "12", board: "17", plans: "18", secret: "19" } }
            \(configuration)
            """
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        let listing = try #require(compiled, "\(report.human())").rules.listing
        return PrivateChannelCheck(rules: listing) { id in Self.channels.first { $0.id == id }?.label ?? "\(id)" }
            .findings(Self.channels).map(\.line)
    }

    @Test func `doctor lists where content of a private channel becomes readable by more users`() throws {
        let found = try findings("relays: { a: { from: [general, board], to: support } }")
        #expect(found.count == 1)
        #expect(found[0].contains("'a-2' (config.yaml:3:11) shows messages of the private channel 'board'"))
        #expect(found[0].contains("all readers of 'support'"))
    }

    @Test func `doctor lists an acknowledged way as such`() throws {
        let found = try findings("relays: { a: { from: board, to: support, private: allowed } }")
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("✓ 'a-1'") && found[0].hasSuffix("which 'private: allowed' acknowledges"))
    }

    private struct Approver: Bot {
        struct Options: BotOptions { var channel: ChannelID = 0 }
        static let manifest = Manifest("approver", needs: [.reply])
        static let decide = Route<Bool>("decide")
        let options: Options
        var presses: [Press<Self>] { Press(Self.decide) { _, _ in [] } }
    }

    @Test(arguments: [("all", 1), ("[all, board]", 0)])
    func `doctor lists a bot's buttons in a private channel of the server without the bot`(
        enabledIn: String, count: Int
    ) throws {
        let text = """
            version: 1
            names: { channels: { board: "17" } }
            bots: { approver: { enabled_in: \(enabledIn), config: { channel: "17" } } }
            """
        let compiled = try #require(
            CompiledConfiguration.check(
                texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([Approver.self])
            ).compiled)
        let found = compiled.unreachableButtons(inPrivate: [17, 19])
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.message.contains("private channel 'board'") && $0.position.line == 3 })
        #expect(compiled.unreachableButtons(inPrivate: [19]) == [])
    }

    @Test(arguments: [
        ("relays: { a: { from: general, to: support } }", 0),
        ("relays: { a: { from: general, to: support, threads: include } }", 0),
        ("relays: { a: { from: secret, to: support } }", 1), ("relays: { a: { from: plans, to: support } }", 1),
        ("relays: { a: { from: board, to: plans, mode: disabled } }", 0),
        ("rules: [ { id: a, trigger: message, in: { channels: [board, secret] }, then: { forward: general } } ]", 3),
        ("rules: [ { id: a, trigger: message, in: { channels: [board] }, then: { send: { to: general, text: hi } } } ]", 0),
        ("rules: [ { id: a, trigger: message, then: { forward: general } } ]", 0),
        (
            "ladders: { l: { counter: c, steps: [{ at: 1, then: [{ forward: general }] }] } }\n"
                + "rules: [ { id: a, trigger: message, in: { channels: board }, then: { escalate: l } } ]", 2
        ),
    ])
    func `doctor counts only links and rules that name a private channel`(configuration: String, count: Int) throws {
        #expect(try findings(configuration).count == count)
    }
}
