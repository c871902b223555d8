import BotConfiguration
import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct FormConditionTests {
    @Test func `a submitted form has values for conditions and templates`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: { form: { route: report } }, when: { form: { field: reason, text: { length: "> 3" } } }, then: { send: { to: mod-log, text: "{{ form.reason }}: {{ form.who | default: nobody }}" } } }
            """)
        func submit(_ extra: String) -> [Action] {
            harness.feed(
                .button(ButtonClick(message: 5, channel: 11, button: "report", user: 5, messageAuthor: 9, extra: extra))
            ).actions
        }
        #expect(submit(#"{"reason":"spam @everyone","who":["an","bo"]}"#) == [.send("spam @everyone: an, bo", to: 14)])
        #expect(submit(#"{"reason":"x"}"#).isEmpty && submit("[").isEmpty && submit("chosen").isEmpty)
    }

    @Test func `tests give the fields of a form`() throws {
        let (set, found) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: form
                when: { form: { field: reason, is: spam } }
                then: { reply: x }
                tests:
                  - { name: spam, given: { form: { reason: spam } }, expect: { hit: true } }
                  - { name: other, given: { form: { reason: x } }, expect: { hit: false } }
            """)
        #expect(found == [] && set.failedTests().map(\.message) == [])
    }

    @Test(arguments: ["message", "button"])
    func `a value of a form is a compile error without a submitted form`(trigger: String) throws {
        let rule = "  - { id: a, trigger: \(trigger), then: { reply: \"{{ form.reason }}\" } }"
        #expect(try RuleEngineHarness.compile(rule).1.map { $0.split(separator: " ").last } == ["template-path"])
    }
}
