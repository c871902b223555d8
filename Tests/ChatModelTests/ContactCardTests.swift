import BotTesting
import ChatModel
import Testing

struct ContactCardTests {
    private static let card = ContactCard(5, username: "an.nguyen", name: "An", avatar: "https://example.org/a.png")

    @Test func `a card is written as Mezon's clients do, and read back`() {
        let draft = Draft(contact: Self.card)
        func field(_ name: String, _ value: String) -> JSONValue {
            .object(["name": .string(name), "value": .string(value), "inline": true])
        }
        let fields = [
            field("key", "share_contact"), field("user_id", "5"), field("username", "an.nguyen"), field("display_name", "An"),
            field("avatar", "https://example.org/a.png"),
        ]
        #expect(draft.content == Content("", extras: ["embed": [["fields": .array(fields)]]]) && draft.kind == .contact)
        #expect(Message.make(content: draft.content, code: .contact).contact == Self.card)
    }

    @Test func `without a name the username is shown`() {
        #expect(ContactCard(5, username: "an").name == "an")
    }

    @Test(
        arguments: [
            [:], ["embed": []], ["embed": [["fields": 5]]], ["embed": [["fields": [["name": "key", "value": "share_contact"]]]]],
            ["embed": [["fields": [["name": "user_id", "value": "5"], ["name": "username", "value": "an"]]]]],
        ] as [[String: JSONValue]])
    func `another embed is no card`(extras: [String: JSONValue]) {
        #expect(Message.make(content: Content("", extras: extras), code: .contact).contact == nil)
    }
}
