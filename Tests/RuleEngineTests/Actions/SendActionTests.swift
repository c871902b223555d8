import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SendActionTests {
    static let actions: [(String, [Action])] = [
        ("send: { to: mod-log, text: hi }", [.send("hi", to: 14)]),
        (
            "send: { to: mod-log, embed: { title: T, text: \"{{ author.name }}\", color: \"#FF0000\", fields: [{ name: a, value: b }] } }",
            [
                .send(
                    Draft(
                        Content(
                            "",
                            extras: [
                                "embed": .array([
                                    .object([
                                        "title": .string("T"), "description": .string("Bình"), "color": .string("#ff0000"),
                                        "fields": .array([
                                            .object(["name": .string("a"), "value": .string("b"), "inline": .bool(false)])
                                        ]),
                                    ])
                                ])
                            ])), to: 14)
            ]
        ),
    ]

    @Test(arguments: actions)
    func `a send action sends its text or embed to a channel`(action: String, expected: [Action]) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }
}
