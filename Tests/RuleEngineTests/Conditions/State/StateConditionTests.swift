import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct StateConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    private func harness(_ kind: StateKey.Kind, _ name: String, _ subject: String, _ change: (inout StateEntry) -> Void)
        -> ConditionTestHarness
    {
        let harness = ConditionTestHarness()
        var stateRecord = StateEntry(at: ConditionTestHarness.start)
        change(&stateRecord)
        harness.memory.change(StateKey(kind, name, subject), .set(stateRecord), in: .real, at: ConditionTestHarness.start)
        return harness
    }

    @Test(arguments: [
        ("name: strikes, value: \">= 3\"", "u5.g1", MessageCase.yes("counter.value 3 >= 3")),
        ("name: strikes, value: \"> 3\"", "u5.g1", .no("counter.value: 3 is not > 3")),
        ("name: strikes, scope: clan, value: 3", "g1", .yes("counter.value 3 is 3")),
        ("name: strikes, scope: clan, value: 3", "u5.g1", .no("counter.value: 0 is not 3")),
        ("name: strikes, distinct: 2", "u5.g1", .yes("counter.distinct 2 is 2")),
    ])
    func `a counter condition compares its value`(fields: String, subject: String, said: MessageCase) throws {
        let harness = harness(.counter, "strikes", subject) {
            $0.count = 3
            $0.seen = [1, 2]
        }
        #expect(try harness.ask("{ counter: { \(fields) } }") == said)
    }

    @Test func `a counter decays as its ladder says`() throws {
        let harness = harness(.counter, "strikes", "u5.g1") { $0.count = 3 }
        let later = Message.make("x").with { $0.createdAt += 15 * 86_400 }
        #expect(try harness.ask("{ counter: { name: strikes, value: 1 } }", later) == .yes("counter.value 1 is 1"))
    }

    @Test(arguments: [
        ("name: a, is: b", MessageCase.yes("var.is 'a' is 'b'")), ("name: a, is: [x, b]", .yes("var.is 'a' is 'b'")),
        ("name: a, is: false", .no("var.is: 'a' is 'b'")), ("name: c, is: b", .no("var.is: 'c' is not set")),
        ("name: a", .yes("var.name 'a' is 'b'")), ("name: c", .no("var.name: 'c' is not set")),
        ("name: mood, scope: channel, is: good", .yes("var.is 'mood' is 'good'")),
        ("name: mood, scope: user, is: good", .no("var.is: 'mood' is not set")),
        ("name: mood, is: good", .yes("var.is 'mood' is 'good'")),
        ("name: mood, scope: event, is: good", .no("var.is: 'mood' is not set")),
    ])
    func `a variable condition compares its value`(fields: String, said: MessageCase) throws {
        let harness = harness(.variable, "mood", "c11") { $0.text = "good" }
        #expect(try harness.ask("{ var: { \(fields) } }", .message(.make("x")), variables: ["a": "b"]) == said)
    }

    @Test(arguments: [
        ("raid", MessageCase.yes("level it is raid")), ("[raised, raid]", .yes("level it is raid")),
        ("calm", .no("level: it is raid")),
    ])
    func `a level condition compares the clan's level`(level: String, said: MessageCase) throws {
        let alarmed = harness(.level, "", "g1") { $0.text = "raid" }
        #expect(try alarmed.ask("{ level: \(level) }") == said)
        #expect(try ConditionTestHarness().ask("{ level: calm }") == .yes("level it is calm"))
    }

    @Test func `chance depends only on the event and the rule`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { chance: 0.25 }, then: { reply: x } }\n")
        func holds(_ id: Int, rule: String = "a") -> Bool {
            var facts = ConditionTestHarness().facts(.message(Message.make("x").with { $0.id = MessageID(Int64(id)) }), of: set)
            facts.rule = rule
            return set.rules[0].when?.decide(facts).holds ?? false
        }
        let hits = (1...2000).filter { holds($0) }
        #expect((420...580).contains(hits.count))
        #expect(hits == (1...2000).filter { holds($0) })
        #expect(hits != (1...2000).filter { holds($0, rule: "b") })
    }

    @Test func `trigger_id matches the trigger that fired`() throws {
        let harness = ConditionTestHarness()
        let said = try harness.ask(
            "{ trigger_id: again }", .message(.make("x")), trigger: "[ { message: { id: again } }, edit ]")
        #expect(said == .yes("trigger_id it is again"))
        let other = try harness.ask("{ trigger_id: [edit] }", .message(.make("x")), trigger: "[ message, edit ]")
        #expect(other == .no("trigger_id: it is message"))
    }

    @Test(arguments: [
        ("{ use: new-here }", MessageCase.yes("author.member_for 2h < 24h")),
        ("{ not: { use: new-here } }", .no("not author.member_for: 2h < 24h")),
        ("{ use: { younger-than: { age: 3h, words: [x, y] } } }", .yes("text.any_word found 'x'")),
        ("{ use: { younger-than: { age: 1h, words: z } } }", .no("author.member_for: 2h is not < 1h")),
        ("{ use: { younger-than: { age: 3h, words: z } } }", .no("text.any_word: 'z' was not found")),
    ])
    func `a defined condition evaluates to its definition`(condition: String, said: MessageCase) throws {
        #expect(try ConditionTestHarness().ask(condition, .make("x", by: .newcomer)) == said)
    }
}
