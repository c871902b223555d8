import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ForwardActionTests {
    static let actions: [(String, [Action])] = [
        (
            "forward: mod-log",
            [.send(Draft(Content("@an x", markup: [Markup("b", TextRange(4, 5))], extras: ["fwd": .bool(true)])), to: 14)]
        ),
        (
            "forward: { to: support }",
            [
                .send(Draft(Content("@an x", markup: [Markup("b", TextRange(4, 5))], extras: ["fwd": .bool(true)])), to: 12)
            ]
        ),
    ]

    @Test(arguments: actions)
    func `a forward action sends the message with its formatting, without embeds and buttons`(action: String, expected: [Action])
        throws
    {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }
}
