import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct RandomTests {
    @Test func `a choice follows from the event, is the same again, and varies`() throws {
        func replies() throws -> [String] {
            let harness = try RuleEngineHarness(
                "  - { id: coin, trigger: message, limits: { per_person: 1000 }, then: { reply: \"{{ random | pick: heads, tails }} {{ random | up_to: 6 }}\" } }"
            )
            return (0..<60).flatMap { harness.say("x", at: Double($0)).actions }.map { action in
                if case .reply(let draft) = action { draft.content.text } else { "?" }
            }
        }
        let first = try replies()
        #expect(try replies() == first)
        let words = Set(first)
        #expect(words.count > 8 && words.allSatisfy { $0.contains(/^(heads|tails) [1-6]$/) })
    }

    @Test(arguments: ["pick: one", "up_to: 1", "top: x"]) func `an argument that makes no sense is an error`(filter: String)
        throws
    {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: { reply: \"{{ random | \(filter) }}\" } }")
        #expect(found.map { $0.split(separator: " ").last } == ["template-filter"])
    }
}
