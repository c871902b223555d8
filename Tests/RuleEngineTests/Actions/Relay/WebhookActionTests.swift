import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct WebhookActionTests {
    private static let ports = """
        connections:
          hooks:
            webhooks: { listen: "127.0.0.1:0" }
            channels:
              ops: { url: "https://ops.example/x" }
              in-only: { path: /in, signature: none }

        """
    private static let ops = ChannelID(connection: "hooks", channel: "ops")

    private static func rule(_ webhook: String) -> String {
        "  - { id: a, trigger: message, then: { webhook: \(webhook) } }"
    }

    private static func bodies(_ webhook: String, _ text: String) throws -> [JSONValue] {
        let actions = try RuleEngineHarness(rule(webhook), configuration: ports).say(text).actions
        return actions.compactMap { action in
            guard case .send(let draft, ops) = action else { return nil }
            return WebhookPayload(draft.content)?.body
        }
    }

    @Test func `a webhook posts JSON data with templates at any depth`() throws {
        let data = """
            { id: "{{ message.id }}", by: { name: "{{ author.name }}", tags: [a, "{{ channel.name }}"] }, level: 3, share: 0.5, open: true,
              code: "3", version: 1.10, none: "{{ vars.x }}" }
            """
        let said = try Self.bodies("{ to: ops, event: case.opened, data: \(data.replacing("\n", with: "")) }", "hi")
        #expect(
            said == [
                [
                    "type": "case.opened", "timestamp": "2026-01-07T12:00:00Z",
                    "data": [
                        "id": "100", "by": ["name": "Bình", "tags": ["a", "general"]], "level": 3, "share": .number(0.5),
                        "open": true, "code": "3", "version": "1.10", "none": "",
                    ],
                ]
            ])
        #expect(
            try Self.bodies("{ to: ops, event: ping }", "hi")
                == [["type": "ping", "timestamp": "2026-01-07T12:00:00Z", "data": [:]]])
    }

    @Test func `a user's text is escaped in webhook data`() throws {
        let said = try Self.bodies("{ to: ops, event: a, data: { t: \"{{ message.text }}\" } }", #"1", "x": {{ author.name }}"#)
        #expect(said.first?.object?["data"] == ["t": #"1", "x": {{ author.name }}"#])
    }

    @Test func `a webhook body over 16384 bytes is not posted, and the trace gives the reason`() throws {
        let harness = try RuleEngineHarness(
            Self.rule("{ to: ops, event: a, data: { t: \"{{ message.text }}\" } }"), configuration: Self.ports)
        let said = harness.say(String(repeating: "x", count: 17_000))
        #expect(said.actions == [])
        #expect(
            said.results.first?.reason == "always; not posted: 17063 bytes exceed the limit of 16384",
            "\(said.results)")
    }

    @Test(arguments: [
        ("{ to: general, event: a }", "1:55 no-webhook"), ("{ to: in-only, event: a }", "1:55 no-webhook"),
        ("{ to: nowhere, event: a }", "1:55 unknown-name"), ("{ event: a }", "1:49 missing-key"),
        ("{ to: ops }", "1:49 missing-key"),
        ("{ to: ops, event: \"a b\" }", "1:67 bad-event"), ("{ to: ops, event: .a }", "1:67 bad-event"),
        ("{ to: ops, event: message.created }", "1:67 reserved-event"),
        ("{ to: ops, event: a, data: { b: \"{{ x }}\" } }", "1:85 template-path"),
        ("{ to: ops, event: a, body: {} }", "1:70 unknown-key"),
        ("{ to: ops, event: a, data: [[[[[[[[1]]]]]]]] }", "1:84 too-deep"), ("ops", "1:49 wrong-kind"),
    ])
    func `invalid webhook settings are rejected at their source position`(webhook: String, mistake: String) throws {
        #expect(try RuleEngineHarness.compile(Self.rule(webhook), configuration: Self.ports).1 == [mistake])
    }

    @Test func `webhook events to a chat service are rejected even when its URL is not set`() throws {
        let text = """
            version: 1
            connections:
              hooks: { webhooks: {}, channels: { chat: { url: "${env:X}", style: slack }, ops: { url: "${env:Y}" } } }
            rules:
              - { id: a, trigger: message, then: [{ webhook: { to: ops, event: a } }, { webhook: { to: chat, event: a } }] }
            """
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
        let found = RuleCompiler(try #require(loaded.configuration)).compile().1.filter { $0.severity == .error }
        #expect(found.map { "\($0.position.line):\($0.position.column) \($0.code)" } == ["5:92 no-webhook"])
        #expect(found.first?.suggestion == "write ops")
    }
}
