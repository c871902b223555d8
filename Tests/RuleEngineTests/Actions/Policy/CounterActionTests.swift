import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct CounterActionTests {
    @Test func `counter actions add, set and reset a counter`() throws {
        let harness = try RuleEngineHarness.changing(
            [
                ("more", "counter: { add: { name: cakes } }"), ("many", "counter: { add: { name: cakes, by: 5 } }"),
                ("less", "counter: { add: { name: cakes, by: -2 } }"), ("set", "counter: { set: { name: cakes, value: 40 } }"),
                ("reset", "counter: { reset: { name: cakes } }"),
            ], showing: "{{ counters.cakes }}")
        let story = [("more", "1"), ("many", "6"), ("less", "4"), ("set", "40"), ("reset", "0"), ("less", "0")]
        for (word, count) in story {
            harness.say(word)
            #expect(harness.shown() == [.reply(Draft(count))], "\(word)")
        }
        #expect(harness.shown(by: RuleEngineHarness.moderator) == [.reply("0")])
    }

    @Test func `a counter with distinct values counts each value once`() throws {
        let harness = try RuleEngineHarness.changing(
            [("x", "counter: { add: { name: seen, scope: channel, distinct: \"{{ author.id }}\" } }")],
            showing: "{{ counters.seen }}")
        for author in [RuleEngineHarness.binh, RuleEngineHarness.binh, RuleEngineHarness.moderator] {
            harness.say("x", by: author)
        }
        #expect(harness.shown() == [.reply("2")])
        #expect(harness.shown(in: 12) == [.reply("0")])
    }
}
