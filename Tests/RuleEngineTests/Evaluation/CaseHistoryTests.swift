import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CaseHistoryTests {
    private static func harness(_ cases: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - { id: bad, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [delete, { warn: Be kind }] }
              - { id: shout, mode: enforce, trigger: message, when: { text: { contains: AAA } }, then: [{ mute: { for: 10m, in: here } }] }
              - { id: show, trigger: message, when: [{ text: { equals: "?" } }, { author: { cases: \(cases) } }], then: { reply: many } }
            """, channels: RuleEngineHarness.channels + [Channel(id: 21, clan: 2, label: "other")])
    }

    private static func isCounted(_ harness: RuleEngineHarness, at seconds: Double = 100, in channel: ChannelID = 11) -> Bool {
        !harness.say("?", in: channel, clan: channel == 21 ? 2 : 1, at: seconds).actions.isEmpty
    }

    @Test func `the measures of one incident are one case`() throws {
        let harness = try Self.harness("\">= 2\"")
        harness.say("bad")
        #expect(!Self.isCounted(harness))
        harness.say("bad", at: 10)
        #expect(Self.isCounted(harness))
        #expect(!Self.isCounted(harness, in: 21), "of another clan")
    }

    @Test func `only kinds and times that are named count`() throws {
        let harness = try Self.harness("{ count: \">= 1\", within: 1h, kind: [mute, kick] }")
        harness.say("bad")
        #expect(!Self.isCounted(harness))
        harness.say("AAA", at: 10)
        #expect(Self.isCounted(harness, at: 3000) && !Self.isCounted(harness, at: 4000))
    }

    @Test func `a case that is undone counts no longer`() throws {
        let harness = try Self.harness("\">= 1\"")
        let decision = harness.say("bad")
        let sequence = harness.sequence
        #expect(Self.isCounted(harness))
        let measures = decision.cases.map { MeasureReference($0, by: "rule:bad", causedBy: sequence) }
        func undo(_ measures: [MeasureReference]) -> Event {
            .system(
                .undo(
                    .init(
                        cases: [1], by: "mai", clan: 1, channel: 0, inverses: [], measures: measures,
                        at: RuleEngineHarness.at(200))))
        }
        harness.feed(undo(Array(measures.prefix(1))))
        #expect(measures.count == 2 && Self.isCounted(harness, at: 300), "the warning is still in force")
        harness.feed(undo(measures))
        #expect(!Self.isCounted(harness, at: 300))
    }

    @Test func `rules in shadow mode open no cases, and nothing is kept unless a rule asks`() throws {
        let shadow = try RuleEngineHarness(
            """
              - { id: bad, trigger: message, mode: shadow, when: { text: { contains: bad } }, then: [delete] }
              - { id: show, trigger: message, when: { author: { cases: ">= 1" } }, then: { reply: many } }
            """)
        shadow.say("bad")
        #expect(!Self.isCounted(shadow))
        let silent = try RuleEngineHarness(
            "  - { id: bad, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [delete] }")
        silent.say("bad")
        #expect(!silent.recorded.flatMap(\.storedEntries).contains { $0.kind == "cases" })
    }

    @Test(arguments: [
        ("{ count: \"> 1\", within: 2y }", "bad-duration"), ("{ within: 1d }", "missing-key"),
        ("{ count: \"> 1\", within: 400d }", "too-large"),
        ("{ count: \"> 1\", kind: slap }", "unknown-word"),
    ])
    func `a mistake in the condition is reported`(cases: String, code: String) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, when: { author: { cases: \(cases) } }, then: { reply: x } }")
        #expect(found.first?.hasSuffix(code) == true, "\(found)")
    }

    @Test func `a test gives the number of earlier cases`() throws {
        let (set, _) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: message
                when: { author: { cases: ">= 3" } }
                then: { reply: x }
                tests:
                  - { name: three, given: { author: { cases: 3 } }, expect: { hit: true, because: author.cases } }
                  - { name: two, given: { author: { cases: 2 } }, expect: { hit: false } }
            """)
        #expect(set.failedTests().map(\.message) == [])
    }
}
