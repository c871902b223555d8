import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct RunActionTests {
    @Test func `a run action passes the command and its arguments in every notation`() throws {
        func asked(_ run: String) throws -> [Action] {
            try RuleEngineHarness(
                "  - { id: a, trigger: message, then: { run: { \(run) } } }",
                configuration: RuleEngineHarness.moderation + "bots: { dice: { enabled_in: all } }\n"
            ).say("x").actions
        }
        #expect(try asked("bot: dice, command: roll") == [.run(bot: "dice", command: "*roll")])
        #expect(try asked("bot: dice, command: \"*roll\", args: 2d6") == [.run(bot: "dice", command: "*roll 2d6")])
        #expect(
            try asked("bot: dice, command: roll, args: [a, \"{{ author.name }}\"]") == [
                .run(bot: "dice", command: "*roll a Bình")
            ])
        #expect(try asked("bot: dice, command: roll, args: { sides: \"6\" }") == [.run(bot: "dice", command: "*roll sides=6")])
    }
}
