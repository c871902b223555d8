import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SanctionTriggerTests {
    private static func harness(_ trigger: String, mode: String = "enforce", then: String? = nil) throws -> RuleEngineHarness {
        let then = then ?? "{ send: { to: mod-log, text: \"{{ target }}: {{ sanction.kind }} by {{ sanction.rule }}\" } }"
        return try RuleEngineHarness(
            """
              - { id: rude, mode: \(mode), trigger: message, when: { text: { contains: rude } }, then: [delete, { mute: { for: 10m } }] }
              - { id: spam, mode: \(mode), trigger: message, when: { text: { contains: spam } }, then: kick }
              - { id: log, trigger: \(trigger), then: \(then) }
            """)
    }

    private static func said(_ decision: RuleDecision) -> [String] {
        decision.results.filter { $0.author == "rule:log" }.flatMap(\.actions).map { action in
            if case .send(let draft, _) = action { draft.content.text } else { "?" }
        }
    }

    static let triggers: [(String, String, [String])] = [
        ("sanction", "rude", ["5: delete by rude", "5: mute by rude"]),
        ("{ sanction: { kind: mute } }", "rude", ["5: mute by rude"]),
        ("{ sanction: { rule: spam } }", "rude", []), ("{ sanction: { rule: spam } }", "spam", ["5: kick by spam"]),
        ("sanction", "fine", []),
    ]

    @Test(arguments: triggers) func `a sanction triggers the rules that wait for it`(
        trigger: String, text: String, expected: [String]
    ) throws {
        let said = try Self.said(Self.harness(trigger).say(text))
        #expect(said.map { $0.replacing("Bình", with: "5") } == expected)
    }

    @Test func `a rule in shadow mode sanctions nobody, so it triggers nothing`() throws {
        #expect(try Self.said(Self.harness("sanction", mode: "shadow").say("rude")) == [])
    }

    @Test func `a rule is not triggered by its own sanction`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: log, mode: enforce, trigger: [message, sanction], then: [warn, { counter: { add: { name: hits } } }] }")
        #expect(harness.say("x").authors == ["rule:log"])
    }

    @Test func `its kinds are checked`() throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: { sanction: { kind: mut } }, then: { alert: mod-log } }")
        #expect(found.count == 1)
    }
}
