import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct EditReplyActionTests {
    static let actions: [(String, [Action])] = [
        ("edit_reply: hi", [.editReply("hi")]),
        ("edit_reply: { text: hi }", [.editReply("hi")]),
    ]

    @Test(arguments: actions)
    func `an edit_reply action edits the rule's reply`(action: String, expected: [Action]) throws {
        #expect(try RuleEngineHarness.requested(by: "{ \(action) }") == expected)
    }

    private static func button(_ id: String, _ label: String, _ style: Int64) -> JSONValue {
        .object([
            "id": .string(id), "type": .integer(1),
            "component": .object(["label": .string(label), "style": .integer(style)]),
        ])
    }

    @Test func `edit_reply edits the message that carries the pressed button`() throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: { button: { route: again } }, then: { edit_reply: done } }")
        #expect(harness.press("again").actions == [.edit(500, "done")])
    }
}
