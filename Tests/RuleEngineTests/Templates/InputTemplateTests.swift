import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct InputTemplateTests {
    private static func rule(_ inputs: String) -> String {
        "  - { id: a, trigger: message, then: { send: { to: mod-log, embed: { title: x, inputs: [\(inputs)] } } } }"
    }

    private static func fields(_ inputs: String) throws -> [JSONValue]? {
        guard case .send(let draft, 14)? = try RuleEngineHarness(rule(inputs)).say("xin chào").actions.first else { return nil }
        return draft.content.extras["embed"]?.array?.first?.object?["fields"]?.array
    }

    @Test(arguments: [
        ("{ id: days, label: \"Days for {{ author.name }}\" }", FormField.text("days", "Days for Bình")),
        (
            "{ id: many, label: Many, type: number, value: 3, placeholder: many, required: true, details: \"in {{ channel.name }}\" }",
            .number("many", "Many", placeholder: "many", value: "3").required().described("in general")
        ),
        ("{ id: why, label: Why, type: lines }", .lines("why", "Why")), ("{ id: d, label: D, type: date }", .date("d", "D")),
        (
            "{ id: k, label: K, options: [paid, { label: Sick leave, value: sick, details: x, default: true }], most: 2 }",
            .select("k", "K", ["paid", SelectOption("Sick leave", "sick", details: "x", isDefault: true)], count: 1...2)
        ),
        ("{ id: r, label: R, type: radio, options: [a, b] }", .radio("r", "R", ["a", "b"])),
        ("{ id: u, label: U, type: users, most: 3 }", .users("u", "U", count: 1...3)),
        ("{ id: o, label: O, type: roles }", .roles("o", "O")), ("{ id: c, label: C, type: channels }", .channels("c", "C")),
    ])
    func `an input of an embed is the field of a form`(input: String, field: FormField) throws {
        #expect(try Self.fields(input) == [.object(CardField.input(field).json)])
    }

    @Test(arguments: [
        ("{ id: a }", "missing-key"), ("{ label: a }", "missing-key"), ("{ id: a, label: A, type: color }", "unknown-word"),
        ("{ id: a, label: A, type: radio }", "missing-key"), ("{ id: a, label: A, type: text, options: [x] }", "unknown-key"),
        ("{ id: a, label: A, options: [x, x] }", "same-value"), ("{ id: a, label: A, options: [] }", "too-many"),
        ("{ id: a, label: A, options: [{ label: x }] }", "missing-key"),
        ("{ id: a, label: A, options: [x], most: 2 }", "wrong-number"),
        ("{ id: a, label: A, most: 2 }", "unknown-key"), ("{ id: a, label: A, options: [x], value: x }", "unknown-key"),
        ("{ id: a, label: A }, { id: a, label: B }", "same-value"),
        ((0..<26).map { "{ id: a\($0), label: A }" }.joined(separator: ", "), "too-many"),
    ])
    func `an invalid input is a compile error`(inputs: String, code: String) throws {
        let found = try RuleEngineHarness.compile(Self.rule(inputs)).1.compactMap { $0.split(separator: " ").last }
        #expect(found.contains { $0 == code }, "\(found)")
    }

    @Test func `a submitted form reaches the rules with its values`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: ask, trigger: message, then: { reply: { embed: { title: Leave, inputs: [{ id: days, label: Days }] }, buttons: [{ label: Send, route: leave }] } } }
              - { id: got, trigger: { form: { route: leave } }, then: { send: { to: mod-log, text: "{{ form.days | default: none }} days" } } }
            """)
        let click = ButtonClick(message: 5, channel: 11, button: "leave", user: 5, messageAuthor: 9, extra: #"{"days":"3"}"#)
        #expect(harness.feed(.button(click)).actions == [.send("3 days", to: 14)])
    }
}
