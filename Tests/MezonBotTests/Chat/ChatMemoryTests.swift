import MezonModel
import MezonTesting
import Testing

@testable import MezonBot

struct ChatMemoryTests {
    private static func button(_ id: String, _ label: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object([
            "id": .string(id), "type": 1, "component": .object(["label": .string(label)].merging(more) { $1 }),
        ])
    }

    private static func asking(_ buttons: [JSONValue], id: MessageID = 10) -> Message {
        let rows: JSONValue = .array([.object(["components": .array(buttons)])])
        return .make(content: Content("Remove them?\nIt is late.", extras: ["components": rows]), by: .an, id: id)
    }

    @Test func `a message stands with its further lines and its buttons below it`() {
        let message = Self.asking([
            Self.button("yes", "Remove"), Self.button("page", "Read", ["style": 5]), Self.button("no", "Leave\u{1b}[2J"),
            Self.button("off", "Later", ["disable": true]),
        ])
        #expect(
            message.chatText(in: "#mod-log") == """
                #mod-log \(Author.an.name): Remove them?
                    It is late.
                    [1] Remove  [2] Leave\\u{1b}[2J
                """)
    }

    @Test(
        arguments: [nil, .string("no rows"), .array([1, .object(["components": .array([.object(["type": 1])])])])] as [JSONValue?]
    )
    func `a message whose components are none of ours has no buttons`(components: JSONValue?) {
        var message = Message.make()
        message.content.extras["components"] = components
        #expect(ChatButton.list(of: message) == [])
    }

    @Test func `a press means the newest message that still has buttons`() {
        var memory = ChatMemory()
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

    @Test func `a reply means the newest message of somebody else here, or of the one named`() {
        var memory = ChatMemory()
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
