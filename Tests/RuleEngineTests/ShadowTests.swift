import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Tests with random rules and histories that a rule in shadow mode decides but leaves no effect.
@Suite struct ShadowTests {
    /// Returns a random rule with the given mode.
    private static func rule(_ number: Int, mode: String, _ random: inout SplitMix64) -> String {
        let conditions = [
            "{ text: { contains: a } }", "{ text: { any_word: [b, c] } }",
            "{ counter: { name: hits, scope: user, value: \"> 1\" } }",
            "{ any: [ { text: { contains: b } }, { counter: { name: hits, scope: user, value: \">= 3\" } } ] }",
            "{ not: { text: { contains: c } } }", "{ var: { name: v, is: seen } }",
        ]
        let actions = [
            "{ counter: { add: { name: hits, scope: user } } }", "{ counter: { reset: { name: hits, scope: user } } }",
            "{ set: { var: v, scope: user, value: seen } }", "{ reply: hit }", "delete", "{ mute: { for: 10m, in: here } }",
            "{ escalate: { ladder: steps } }", "{ set_level: raised }",
        ]
        let then = (0..<Int.random(in: 1...3, using: &random)).map { _ in actions.randomElement(using: &random)! }
        let condition = conditions.randomElement(using: &random)!
        let rest =
            "in: { channels: [general] }, except: { users: [an] }, limits: { per_minute: 1000 }, tests: [{ name: x, expect: { hit: false } }]"
        let cooldown = Bool.random(using: &random) ? ", cooldown: { per: user, for: 5s, while_active: [delete] }" : ""
        return """
              - { id: r\(number), trigger: message, mode: \(mode), when: \(condition), \
            then: [\(then.joined(separator: ", "))], \(rest)\(cooldown) }
            """
    }

    private static let ladder =
        RuleEngineHarness.moderation
            + """
            ladders:
              steps: { counter: strikes, scope: user, steps: [ { at: 1, then: [warn] }, { at: 2, then: [{ mute: { for: 1h, in: here } }] } ] }

            """

    private static func history(_ random: inout SplitMix64) -> [(text: String, author: Author, at: Double)] {
        var at = 0.0
        return (0..<40).map { _ in
            at += Double.random(in: 0.1...4, using: &random)
            let text = ["a", "b", "c", "a b", "b c", "hello"].randomElement(using: &random)!
            let author = Bool.random(using: &random) ? RuleEngineHarness.binh : Author(id: 6, username: "chi")
            return (text, author, at)
        }
    }

    private static func rules(_ count: Int, mode: String, seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { rule($0, mode: mode, &random) }.joined(separator: "\n")
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `rules in shadow mode send, store and count nothing`(seed: UInt64) throws {
        let harness = try RuleEngineHarness(Self.rules(4, mode: "shadow", seed: seed), configuration: Self.ladder)
        var random = SplitMix64(seed: seed ^ 0xFFFF)
        for (text, author, at) in Self.history(&random) {
            let decision = harness.say(text, by: author, at: at)
            #expect(decision.results.allSatisfy { $0.isShadow && $0.cases.isEmpty })
            #expect(decision.stops == nil)
        }
        let real = harness.recorded.flatMap(\.storedEntries).filter { $0.mode.isEmpty && $0.kind != StoredStateEntry.expiryKind }
        #expect(real == [])
    }

    /// The decision of a rule about one event, in either execution mode.
    private struct MessageCase: Equatable {
        var actions: [Action]
        var reason: String
    }

    @Test(arguments: 0..<120 as Range<UInt64>)
    func `a rule decides the same in shadow mode as when enforced`(seed: UInt64) throws {
        // Turns off the per-user limit, which only an enforced rule announces.
        let configuration = Self.ladder + "defaults: { limits: { per_person: 1000 } }\n"
        func said(_ mode: String) throws -> [[MessageCase]] {
            let harness = try RuleEngineHarness(Self.rules(1, mode: mode, seed: seed), configuration: configuration)
            var random = SplitMix64(seed: seed ^ 0xFFFF)
            return Self.history(&random).map { text, author, at in
                harness.say(text, by: author, at: at).results.map { MessageCase(actions: $0.actions, reason: $0.reason) }
            }
        }
        // Feeds the same history in both modes, so effects of the actions do not differ.
        #expect(try said("shadow") == said("enforce"))
    }
}
