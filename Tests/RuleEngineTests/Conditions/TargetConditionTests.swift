import ChatModel
import Testing

@testable import RuleEngine

struct TargetConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    static let targets: [(String, Event, MessageCase)] = [
        (
            "target: { is: an }", .message(.make("x").with { $0.mentions = [Mention(user: 7, range: TextRange(0, 1))] }),
            .yes("target.is user 7")
        ),
        ("target: { is: an }", .message(.make("x")), .no("target.is: the event has no such user")),
        ("target: { is_bot: false }", .message(.make("x")), .no("target.is_bot: the event has no such user")),
        (
            "target: { member_for: \"> 1d\" }",
            .reaction(Reaction(emoji: "x", sender: 6, clan: 1, channel: 11, message: 1, messageAuthor: 5)),
            .yes("target.member_for 730d > 1d")
        ),
        (
            "target: { name: { contains: dung } }",
            .message(.make("x").with { $0.mentions = [Mention(user: 7, username: "dungnv", range: TextRange(0, 1))] }),
            .yes("target.name found 'dung'")
        ),
    ]

    @Test(arguments: targets)
    func `a target condition compares the same fields as author`(condition: String, event: Event, said: MessageCase) throws {
        let trigger = if case .reaction = event { "reaction" } else { "message" }
        #expect(try ConditionTestHarness().ask("{ \(condition) }", event, trigger: trigger) == said)
    }
}
