import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct ReplyActionTests {
    private static func button(_ id: String, _ label: String, _ style: Int64) -> JSONValue {
        .object([
            "id": .string(id), "type": .integer(1),
            "component": .object(["label": .string(label), "style": .integer(style)]),
        ])
    }

    static let actions: [(String, [Action])] = [
        ("reply: hi", [.reply("hi")]),
        ("reply: { text: hi }", [.reply("hi")]),
        (
            "reply: { text: x, buttons: [{ label: \"Hi {{ author.name }}\", route: hi }, { label: B, route: b, style: danger }] }",
            [
                .reply(
                    Draft(
                        Content(
                            "x",
                            extras: [
                                "components": .array([
                                    .object([
                                        "components": .array([button("hi", "Hi Bình", 1), button("b", "B", 4)])
                                    ])
                                ])
                            ])))
            ]
        ),
    ]

    @Test(arguments: actions)
    func `a reply action replies with its text and buttons`(action: String, expected: [Action]) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }

    @Test func `six buttons are laid out in two rows`() throws {
        let buttons = (1...6).map { "{ label: L\($0), route: r\($0) }" }.joined(separator: ", ")
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, then: { reply: { text: x, buttons: [\(buttons)] } } }")
        guard case .reply(let draft)? = harness.say("x").actions.first else { throw Missing() }
        #expect(draft.content.extras["components"]?.array?.map { $0.object?["components"]?.array?.count } == [5, 1])
    }

    private struct Missing: Error {}
}
