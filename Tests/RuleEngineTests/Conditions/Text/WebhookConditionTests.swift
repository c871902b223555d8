import BotConfiguration
import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct WebhookConditionTests {
    private static let body: JSONValue = [
        "action": "opened", "number": .number(7), "share": .number(0.5), "merged": false,
        "pull_request": ["title": "Fix {{ it }} @everyone", "labels": [["name": "bug"], ["name": "ui"]]], "tags": ["a", "b"],
    ]
    private static let hook = ChannelID(connection: "hooks", channel: "ci")

    private static func webhook(_ when: String, _ reply: String = "x", in channel: ChannelID = hook) throws -> RuleDecision {
        let rule = "  - { id: a, trigger: message, except: { bots: false }, when: \(when), then: { reply: '\(reply)' } }"
        return try RuleEngineHarness(rule).say("opened", in: channel, clan: ClanID(connection: "hooks")) {
            WebhookData(body).store(in: &$0.content)
        }
    }

    @Test(arguments: [
        ("field: action, is: [closed, opened]", "webhook.is 'action' is 'opened'"),
        ("field: action", "webhook.field 'action' is 'opened'"),
        ("field: merged, is: false", "webhook.is 'merged' is 'false'"), ("field: number, value: \"> 5\"", "webhook.value 7 > 5"),
        ("field: \"pull_request.labels[1].name\", is: ui", "webhook.is 'pull_request.labels[1].name' is 'ui'"),
        ("field: share, value: 0.5", "webhook.value 0.5 is 0.5"), ("field: tags, is: b", "webhook.is 'tags' is 'a, b'"),
        (
            "field: pull_request.title, text: { any_word: FIX }",
            "webhook.text 'pull_request.title' is 'Fix {{ it }} @everyone', which has 'Fix'"
        ),
    ])
    func `a condition reads the JSON of a webhook`(fields: String, reason: String) throws {
        #expect(try Self.webhook("{ webhook: { \(fields) } }").results.first?.reason == reason)
    }

    @Test(arguments: [
        "field: action, is: Opened", "field: none", "field: pull_request", "field: \"tags[2]\"", "field: action, value: \"> 5\"",
        "field: action.x", "field: number, value: \"< 5\"",
    ])
    func `a condition on another or no value does not hold`(fields: String) throws {
        #expect(try Self.webhook("{ webhook: { \(fields) } }").actions.isEmpty)
    }

    @Test func `a template shows values of a webhook, whose text stays inert`() throws {
        let shown = "#{{ webhook.number }} {{ webhook.pull_request.title }} {{ webhook.tags }} {{ webhook.x | default: none }}"
        #expect(
            try Self.webhook("{ webhook: { field: action } }", shown).actions
                == [.reply(Draft("#7 Fix {{ it }} @everyone a, b none"))])
    }

    @Test func `a user of Mezon cannot write the JSON of a webhook`() throws {
        #expect(try Self.webhook("{ webhook: { field: action } }", in: 11).actions.isEmpty)
    }

    @Test func `tests give the JSON of a webhook`() throws {
        let (set, found) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: message
                when: { webhook: { field: pull_request.title, text: { contains: fix } } }
                then: { reply: x }
                tests:
                  - { name: fix, given: { webhook: { pull_request: { title: Fix it } } }, expect: { hit: true, because: webhook.text } }
                  - { name: none, given: { text: fix }, expect: { hit: false } }
            """)
        #expect(found == [] && set.failedTests().map(\.message) == [])
    }

    @Test(arguments: ["webhook: { field: \"a..b\" }", "webhook: { is: x }", "webhook: { field: \"a[x]\" }"])
    func `a field that cannot be read is a compile error`(condition: String) throws {
        let rule = "  - { id: a, trigger: message, when: { \(condition) }, then: { reply: x } }"
        #expect(try RuleEngineHarness.compile(rule).1.count == 1)
    }

    @Test func `the stored JSON is bounded in depth, number and size`() {
        var deep: JSONValue = "x"
        for _ in 0..<100 { deep = ["a": deep] }
        #expect(WebhookData(deep).value != deep)
        let long = WebhookData(["a": .string(String(repeating: "é", count: 5000)), "b": .array(Array(repeating: 1, count: 500))])
            .value
        #expect(long.object?["a"]?.string?.count == 2001 && long.object?["b"]?.array?.count == 50)
        let rows = JSONValue.array(Array(repeating: ["text": .string(String(repeating: "x", count: 1900))], count: 50))
        let wide = WebhookData(["action": "opened", "rows": rows]).value
        #expect(wide.object?["action"] == "opened" && wide.object?["rows"]?.array == [])
    }
}
