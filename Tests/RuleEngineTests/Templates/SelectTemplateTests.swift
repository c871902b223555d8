import BotConfiguration
import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct SelectTemplateTests {
    private static func rule(_ message: String) -> String {
        "  - { id: a, trigger: message, then: { reply: { text: x, \(message) } } }"
    }

    private static func components(_ message: String) throws -> JSONValue? {
        let actions = try RuleEngineHarness(rule(message)).say("xin chào").actions
        guard case .reply(let draft)? = actions.first else { return nil }
        return draft.content.extras["components"]
    }

    @Test func `selects and buttons of every kind are shown in rows`() throws {
        let options: [SelectOption] = ["phở", SelectOption("Bún for Bình", "bun", details: "hot", isDefault: true)]
        #expect(
            try Self.components(
                """
                selects: { route: dish, placeholder: Dish, options: [phở, { label: "Bún for {{ author.name }}", value: bun, details: hot, default: true }] },
                buttons: [{ label: Go, route: go, style: success, icon: play, disabled: true }, { label: Web, url: "https://a.example/{{ message.id }}" }]
                """.replacing("\n", with: " "))
                == .array(
                    Component.rows(of: [
                        .select(id: "dish", route: "dish", placeholder: "Dish", options),
                        .button(id: "go", label: "Go", style: .success).icon(.play).disabled(),
                        .link("Web", "https://a.example/100"),
                    ])))
    }

    @Test(arguments: [
        ("selects: { route: a }", "missing-key"), ("selects: { options: [x] }", "missing-key"),
        ("selects: { route: ask/1, options: [x] }", "reserved-route"), ("selects: { route: a, options: [x, x] }", "same-value"),
        ("selects: { route: a, options: [\((0..<26).map { "o\($0)" }.joined(separator: ", "))] }", "too-many"),
        ("selects: [{ route: a, options: [x] }, { route: a, options: [y] }]", "same-value"),
        ("selects: [\(Array(repeating: "{ route: a, options: [x] }", count: 6).joined(separator: ", "))]", "too-many"),
        ("buttons: [\(Array(repeating: "{ label: a, route: a }", count: 26).joined(separator: ", "))]", "too-many"),
        ("buttons: { label: a, route: b, url: \"https://a.example\" }", "two-targets"),
        ("buttons: { label: a, url: a.example }", "bad-url"), ("buttons: { label: a }", "missing-key"),
        ("buttons: { label: a, route: b, icon: stop }", "unknown-word"),
    ])
    func `an invalid select or button is a compile error`(message: String, code: String) throws {
        let found = try RuleEngineHarness.compile(Self.rule(message)).1.compactMap { $0.split(separator: " ").last }
        #expect(found.contains { $0 == code }, "\(found)")
    }

    @Test func `a button without a label is left out, and the trace says so`() throws {
        let harness = try RuleEngineHarness(Self.rule("buttons: { label: \"{{ author.username }}\", route: b }"))
        let decision = harness.say("hi") { $0.author.username = "" }
        #expect(decision.actions == [.reply("x")])
        #expect(decision.results.first?.reason.contains("a button is left out: the button b has no label") == true)
    }

    @Test(arguments: [("phở", "phở"), ("5", "5"), ("[1]", "[1]"), ("true", "true")])
    func `the chosen value is a field of the form`(extra: String, choice: String) throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: { form: { route: dish } }, when: { form: { field: choice } }, then: { send: { to: mod-log, text: "chose {{ form.choice }}" } } }
            """)
        let click = ButtonClick(message: 5, channel: 11, button: "dish", user: 5, messageAuthor: 9, extra: extra, isChoice: true)
        #expect(harness.feed(.button(click)).actions == [.send(Draft("chose \(choice)"), to: 14)])
    }

    @Test func `a select that no rule answers is reported when a route resembles its own`() throws {
        let rules = try ReviewedRules(
            """
              - { id: a, trigger: message, then: { reply: { text: x, selects: { route: dishes, options: [x] } } } }
              - { id: b, trigger: { form: { route: dishs } }, then: { reply: x } }
            """)
        #expect(rules.diagnostics.map(\.code).contains("button-without-rule"), "\(rules.diagnostics)")
    }
}
