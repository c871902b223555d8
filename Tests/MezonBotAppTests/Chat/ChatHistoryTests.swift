import BotTesting
import ChatModel
import Testing

@testable import MezonBotApp

struct ChatHistoryTests {
    private static func button(_ id: String, _ label: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object([
            "id": .string(id), "type": 1, "component": .object(["label": .string(label)].merging(more) { $1 }),
        ])
    }

    private static func asking(_ buttons: [JSONValue], id: MessageID = 10) -> Message {
        let rows: JSONValue = .array([.object(["components": .array(buttons)])])
        return .make(content: Content("Remove them?\nIt is late.", extras: ["components": rows]), by: .an, id: id)
    }

    @Test func `a message is shown with its further lines and its buttons`() {
        let message = Self.asking([
            Self.button("yes", "Remove"), Self.button("page", "Read", ["style": 5]), Self.button("no", "Leave\u{1b}[2J"),
            Self.button("off", "Later", ["disable": true]),
        ])
        #expect(
            message.chatText(in: "#mod-log") == """
                #mod-log \(Author.an.name): Remove them?
                    It is late.
                    [1] Remove  [2] Leave␛[2J
                """)
    }

    @Test(
        arguments: [nil, .string("no rows"), .array([1, .object(["components": .array([.object(["type": 1])])])])] as [JSONValue?]
    )
    func `a message with unknown components has no buttons`(components: JSONValue?) {
        var message = Message.make()
        message.content.extras["components"] = components
        #expect(ChatButton.list(of: message) == [])
    }

    private static func select(_ options: JSONValue, _ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        ["type": 2, "component": .object(["placeholder": "Dish", "options": options].merging(more) { $1 })]
    }

    private static let dishes: JSONValue = .array([
        .object(["label": "Phở", "value": "p"]), .object(["value": "b"]), .object(["label": "no value"]), 7,
    ])

    private static var form: Message {
        let fields: JSONValue = .array([
            .object(["name": "How many days", "inputs": .object(["id": "days", "type": 3])]),
            .object(["name": "Which", "inputs": .object(select(dishes).merging(["id": "kind"]) { $1 })]),
            .object(["name": "Since", "value": "2026"]), .object(["inputs": .object(["id": ""])]), 7,
        ])
        let embed: JSONValue = .object(["title": "Ask for leave", "description": "", "fields": fields])
        let rows: JSONValue = .array([
            .object(["components": .array([.object(select(dishes).merging(["id": "dish"]) { $1 })])]),
            .object(["components": .array([button("send", "Send")])]),
        ])
        return .make(content: Content("", extras: ["embed": .array([embed, 7]), "components": rows]), by: .an, id: 10)
    }

    @Test func `a form is shown with its fields and a select with its options`() {
        #expect(
            Self.form.chatText(in: "#general") == """
                #general \(Author.an.name): 
                    Ask for leave
                    Since: 2026
                    days = …  How many days
                    kind = …  Which (Phở | b)
                    Dish: Phở | b
                    [1] Send
                """)
    }

    @Test func `polls and contacts are shown as text`() {
        let poll = Message.make(
            content: Content(
                "", extras: ["question": "Lunch?", "answers": [["index": 0, "label": "Phở"], ["index": 1, "label": "Bún"]]]),
            by: .an, code: .poll)
        #expect(poll.chatText(in: "#general") == "#general \(Author.an.name): Lunch?\n    • Phở\n    • Bún")
        let contact = Message.make(
            content: Draft(contact: ContactCard(5, username: "binh", name: "Bình")).content, by: .an, code: .contact)
        #expect(contact.chatText(in: "#general") == "#general \(Author.an.name): Bình (binh)")
    }

    @Test func `form values are sent with a button click, and unavailable options are not`() throws {
        var memory = ChatHistory()
        memory.note(Self.form)
        memory.note(.make(text: "later", id: 40))
        #expect(memory.newestWithForm?.id == 10)
        #expect(memory.newestWithSelect?.id == 10)
        let fields = ChatField.list(of: Self.form)
        #expect(fields.map(\.name) == ["days", "kind"])
        #expect(fields.map { $0.value(of: "3") } == ["3", nil])
        #expect(fields.map { $0.value(of: "PHỞ") } == ["PHỞ", "p"])
        #expect(fields.map { $0.text(filledWith: "p") } == ["days = p  How many days", "kind = Phở  Which (Phở | b)"])
        memory.fill("days", of: 10, with: "2")
        memory.fill("days", of: 10, with: "3")
        memory.fill("why", of: 10, with: "\"1/2\"")
        #expect(try memory.form(of: 10) == #"{"days":"3","why":"\"1/2\""}"#)
        #expect(try memory.form(of: 40) == "")
        memory.noteDeletion(of: 10)
        #expect(memory.newestWithForm == nil)
        #expect(memory.newestWithSelect == nil)
    }

    @Test func `a select that is disabled or has no options is ignored`() {
        let rows = [Self.select(Self.dishes, ["disabled": true]), Self.select(.array([])), ["type": 2]].map { item in
            JSONValue.object(["components": .array([.object(item.merging(["id": "x"]) { $1 })])])
        }
        let message = Message.make(content: Content("", extras: ["components": .array(rows)]), by: .an)
        #expect(ChatSelect.list(of: message) == [])
    }

    @Test func `a click applies to the newest message that still has buttons`() {
        var memory = ChatHistory()
        memory.note(Self.asking([Self.button("a", "A")], id: 10))
        memory.note(Self.asking([Self.button("b", "B")], id: 20))
        memory.note(Self.asking([Self.button("c", "C")], id: 30))
        memory.note(.make(text: "later", id: 40))
        #expect(memory.newestWithButtons?.id == 30)
        memory.note(.make(text: "approved", id: 30))
        #expect(memory.newestWithButtons?.id == 20)
        memory.noteDeletion(of: 20)
        #expect(memory.newestWithButtons?.id == 10)
    }

    @Test func `a reply refers to the newest message of another user in the channel or of the named user`() {
        var memory = ChatHistory()
        memory.note(.make(text: "spam", by: .an, id: 10))
        memory.noteDeletion(of: 10)
        memory.note(.make(text: "do not", by: .me, id: 20))
        memory.note(.make(text: "elsewhere", in: .random, by: .an, id: 30))
        memory.note(.make(text: "for you", by: .an, id: 40, code: .ephemeral))
        let other: UserID = 999
        #expect(memory.newest(in: .general, besides: other)?.id == 20)
        #expect(memory.newest(in: .general, besides: Author.me.id)?.id == 10)
        #expect(memory.newest(in: .general, besides: other, named: Author.an.name.uppercased())?.id == 10)
        #expect(memory.newest(in: .general, besides: other, named: "nobody") == nil)
        #expect(memory.newest(in: .random, besides: Author.an.id) == nil)
    }
}
