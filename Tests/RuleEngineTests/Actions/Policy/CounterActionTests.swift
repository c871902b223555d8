import BotKit
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct CounterActionTests {
    /// Compiles rules that each change state on their own word, and one rule that shows the value.
    private func harness(_ changes: [(word: String, action: String)], showing: String) throws -> RuleEngineHarness {
        let rules = changes.enumerated().map { index, change in
            "  - { id: r\(index), trigger: message, when: { text: { equals: \(change.word) } }, then: [ { \(change.action) } ] }"
        }
        return try RuleEngineHarness(
            (rules + ["  - { id: show, trigger: message, when: { text: { equals: show } }, then: { reply: \"\(showing)\" } }"])
                .joined(separator: "\n"))
    }

    private func shown(
        _ harness: RuleEngineHarness, by author: Author = RuleEngineHarness.binh, in channel: ChannelID = 11,
        at seconds: Double = 0
    )
        -> [Action]
    {
        harness.say("show", by: author, in: channel, at: seconds).actions
    }

    @Test func `counter actions add, set and reset a counter`() throws {
        let harness = try harness(
            [
                ("more", "counter: { add: { name: cakes } }"), ("many", "counter: { add: { name: cakes, by: 5 } }"),
                ("less", "counter: { add: { name: cakes, by: -2 } }"), ("set", "counter: { set: { name: cakes, value: 40 } }"),
                ("reset", "counter: { reset: { name: cakes } }"),
            ], showing: "{{ counters.cakes }}")
        let story = [("more", "1"), ("many", "6"), ("less", "4"), ("set", "40"), ("reset", "0"), ("less", "0")]
        for (word, count) in story {
            harness.say(word)
            #expect(shown(harness) == [.reply(Draft(count))], "\(word)")
        }
        #expect(shown(harness, by: RuleEngineHarness.moderator) == [.reply("0")])
    }

    @Test func `a counter with distinct values counts each value once`() throws {
        let harness = try harness(
            [("x", "counter: { add: { name: seen, scope: channel, distinct: \"{{ author.id }}\" } }")],
            showing: "{{ counters.seen }}")
        for author in [RuleEngineHarness.binh, RuleEngineHarness.binh, RuleEngineHarness.moderator] {
            harness.say("x", by: author)
        }
        #expect(shown(harness) == [.reply("2")])
        #expect(shown(harness, in: 12) == [.reply("0")])
    }

    static let scopes: [(String, sameChannel: String, otherChannel: String, other: String)] = [
        ("user", "v", "v", "none"), ("channel", "v", "none", "v"), ("clan", "v", "v", "v"), ("user+channel", "v", "none", "none"),
    ]

    @Test(arguments: scopes)
    func `a variable is visible in its scope`(scope: String, sameChannel: String, otherChannel: String, other: String) throws {
        let harness = try harness(
            [("x", "set: { var: mood, value: v, scope: \(scope) }")], showing: "{{ vars.mood | default: none }}")
        harness.say("x")
        #expect(shown(harness) == [.reply(Draft(sameChannel))])
        #expect(shown(harness, in: 12) == [.reply(Draft(otherChannel))])
        #expect(shown(harness, by: RuleEngineHarness.moderator) == [.reply(Draft(other))])
    }

    @Test func `a variable expires after its ttl`() throws {
        let harness = try harness(
            [("x", "set: { var: mood, value: \"{{ author.name }}\", scope: user, ttl: 1m }")],
            showing: "{{ vars.mood | default: none }}")
        harness.say("x")
        #expect(shown(harness, at: 59) == [.reply("Bình")])
        #expect(shown(harness, at: 60) == [.reply("none")])
    }

    @Test func `an event variable is visible to later rules of the same event only`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, priority: 1, trigger: message, when: { text: { equals: x } }, then: { set: { var: mood, value: v } } }
              - { id: b, trigger: message, then: { reply: "{{ vars.mood | default: none }}" } }
            """)
        #expect(harness.say("x").actions == [.reply("v")])
        #expect(harness.say("y").actions == [.reply("none")])
    }

    @Test func `set_level stores the level under the clan's id`() throws {
        let harness = try harness([("x", "set_level: raid")], showing: "x")
        harness.say("x")
        #expect(
            harness.recorded.flatMap(\.storedEntries).filter { $0.kind == "level" }.map {
                "\($0.subject) \($0.value?.contains("raid") ?? false)"
            } == ["g1 true"])
    }
}
