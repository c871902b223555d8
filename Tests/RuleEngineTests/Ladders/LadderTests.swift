import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct LadderTests {
    private static let ladder = """
        ladders:
          standard:
            counter: strikes
            decay: { by: 1, every: 7d }
            steps:
              - { at: 1, then: [warn] }
              - { at: 2, then: [warn, { mute: { for: 10m } }] }
              - { at: 4, then: [{ alert: { to: mod-log, text: "{{ ladder.name }} {{ ladder.step }} {{ ladder.count }}" } }] }

        """

    /// Creates a harness with a rule that escalates on the word "bad".
    func harness(_ escalate: String = "escalate: standard", mode: String = "enforce") throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: a, mode: \(mode), trigger: message, when: { text: { contains: bad } }, then: [ { \(escalate) } ] }
            """, configuration: RuleEngineHarness.moderation + Self.ladder)
    }

    private static let week = 7.0 * 86_400

    @Test func `strikes decay and are counted again`() throws {
        let harness = try harness()
        harness.say("bad", at: 0)
        harness.say("bad", at: 1)
        #expect(harness.say("bad", at: Self.week + 2).actions.map(\.kind) == ["ephemeral", "mute"])
        #expect(harness.say("bad", at: 30 * Self.week).actions.map(\.kind) == ["ephemeral"])
    }

    @Test func `ladders are separate per user, and moderators are exempt`() throws {
        let harness = try harness()
        harness.say("bad")
        #expect(harness.say("bad", by: Author(id: 7, username: "an")).actions.map(\.kind) == ["ephemeral"])
        #expect(
            harness.say("bad", by: RuleEngineHarness.moderator).results.map(\.reason) == [
                "text.contains found 'bad'; 8 is a moderator"
            ]
        )
    }

    @Test func `the reason of an escalation appears in its cases, and the trace names the step`() throws {
        let decision = try harness("escalate: { ladder: standard, reason: \"said {{ match.text }}\" }").say("bad")
        #expect(decision.cases.map(\.reason) == ["said bad"])
        #expect(decision.actions == [.ephemeral("⚠ A warning: said bad", to: 5)])
        #expect(decision.results.map(\.reason) == ["text.contains found 'bad'; strikes 1, the step at 1"])
        #expect(decision.results.map(\.summary) == ["escalate, warn"])
    }

    @Test func `a shadow rule counts strikes separately`() throws {
        let harness = try harness(mode: "shadow")
        #expect(harness.say("bad").results.map(\.summary) == ["escalate, warn"])
        let second = harness.say("bad")
        #expect(second.results.map(\.summary) == ["escalate, warn, mute"])
        #expect(second.actions == [])
        #expect(second.cases == [])
        #expect(Set(harness.recorded.flatMap(\.storedEntries).filter { $0.kind == "counter" }.map(\.mode)) == ["a"])
    }

    @Test func `a ladder counter decays for other rules and fires counter triggers`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [ { escalate: standard } ] }
              - { id: b, trigger: { counter: { name: strikes, crosses: ">= 2" } }, then: { reply: "{{ counters.strikes }}" } }
            """, configuration: RuleEngineHarness.moderation + Self.ladder)
        #expect(harness.say("bad").authors == ["rule:a"])
        #expect(harness.say("bad").actions.map(\.kind) == ["ephemeral", "mute", "reply"])
        #expect(harness.say("bad", at: 2 * Self.week).actions.map(\.kind) == ["ephemeral"])
    }

    @Test func `a ladder with a sanction puts its rule in shadow mode by default`() throws {
        func mode(_ step: String) throws -> RuleMode? {
            try RuleEngineHarness.compile(
                "  - { id: a, trigger: message, then: { escalate: l } }",
                configuration: "ladders: { l: { counter: c, steps: [{ at: 1, then: [\(step)] }] } }\n"
            ).0.listing.first?.mode
        }
        #expect(try mode("warn") == .enforce)
        #expect(try mode("kick") == .shadow)
    }

    @Test func `errors in a ladder are reported once, whether it is used or not`() throws {
        let ladder = "ladders: { l: { counter: c, steps: [{ at: 1, then: [wran] }] } }\n"
        for rules in ["  - { id: a, trigger: message, then: { reply: x } }", Self.two] {
            let (_, found) = try RuleEngineHarness.compile(rules, configuration: ladder)
            #expect(found.count == 1 && found[0].contains("unknown-action"))
        }
    }

    @Test(arguments: ["{ stop: all }", "{ if: { when: { trigger_id: evening }, then: { reply: x } } }"])
    func `an unused ladder is not checked as a part of the last rule`(step: String) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: [{ wait: 5m }, { reply: x }] }",
            configuration: "ladders: { l: { counter: c, steps: [{ at: 1, then: [\(step)] }] } }\n")
        #expect(found == [])
    }

    private static let two = """
          - { id: a, trigger: message, then: { escalate: l } }
          - { id: b, trigger: message, then: { escalate: l } }
        """
}
