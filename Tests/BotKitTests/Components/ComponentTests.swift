import BotKit
import BotTesting
import MezonProtocol
import Testing

@testable import BotKit

struct ComponentTests {
    private static func encoded(_ components: Component...) throws -> String {
        ContentJSON.encode(try Draft("").adding(components).content)
    }

    @Test func `buttons and selects become rows as Mezon's clients read them`() throws {
        #expect(
            try Self.encoded(
                Ballot.vote.button("Phở", 0, .success), Ballot.vote.button("Bún", 1).disabled(),
                Component.link("Web", "https://a.example"), Ballot.pick.select("Dish", [("Phở", "p")]))
                == #"{"components":[{"components":[{"component":{"label":"Phở","style":3},"id":"~ballot/vote/0","type":1},"#
                + #"{"component":{"disable":true,"label":"Bún","style":1},"id":"~ballot/vote/1","type":1},"#
                + #"{"component":{"label":"Web","style":5,"url":"https://a.example"},"id":"https://a.example","type":1}]},"#
                + #"{"components":[{"component":{"max_options":1,"min_options":1,"options":[{"label":"Phở","value":"\"p\""}],"#
                + #""placeholder":"Dish","type":1},"id":"~ballot/pick/","type":2}]}],"t":""}"#)
    }

    @Test(arguments: [
        (Component.link("x", "ftp://a.example"), ComponentError.notAnAddress("ftp://a.example")),
        (Component.link("", "https://a.example"), .missing("label", of: "the button https://a.example")),
        (Ballot.host.button(""), .missing("label", of: "the button ~ballot/host/")),
    ])
    func `a component that cannot be shown is an error when it is added`(component: Component, error: ComponentError) {
        #expect(throws: error) { try Draft("").adding(component) }
        #expect(throws: error) { try Draft("").adding(Card(fields: [.buttons("x", [component])])) }
    }

    @Test func `two selects of one route cannot be told apart and are an error`() throws {
        let first = try Ballot.pick.select("x", [("A", "a")])
        let second = try Ballot.pick.select("y", [("B", "b")])
        #expect(throws: ComponentError.sameComponent("~ballot/pick/")) { try Draft("").adding(first, second) }
        #expect(throws: ComponentError.sameComponent("~ballot/pick/")) { try Draft("").adding(first).adding(second) }
    }

    @Test func `the options of a select are checked`() {
        #expect(throws: ComponentError.badCount(field: "pick", 1...1, options: 0)) { try Ballot.pick.select("x", []) }
        #expect(throws: ComponentError.sameChoice(field: "pick", value: "\"a\"")) {
            try Ballot.pick.select("x", [("A", "a"), ("B", "a")])
        }
        #expect(throws: ComponentError.selectInField) {
            try Draft("").adding(Card(fields: [.buttons("x", [Ballot.pick.select("x", [("A", "a")])])]))
        }
    }

    @Test(arguments: [
        ("1900000000000000999", #""1900000000000000999""#), ("0", nil), ("", nil), ("-5", nil), ("5,6", nil), ("\"5\"", nil),
        ("99999999999999999999", nil), ("٥", nil),
    ])
    func `a select of users yields an id and nothing else`(chosen: String, payload: String?) throws {
        let select = BotRoute<Ballot, UserID>("owner").users("Who")
        let message = Message.make(content: try Draft("").adding(select).content)
        let id = ComponentID(bot: "ballot", route: "owner", payload: "")
        #expect(PressedComponent(id, chosen, in: message)?.payload == payload)
    }

    @Test func `a disabled button or select cannot be pressed, whatever the client sends`() throws {
        let button = try Ballot.vote.button("x", 0).disabled()
        let select = try Ballot.pick.select("x", [("A", "a")]).disabled()
        let message = Message.make(content: try Draft("").adding(button, select).content)
        #expect(PressedComponent(ComponentID(bot: "ballot", route: "vote", payload: "0"), "", in: message)?.payload == nil)
        #expect(PressedComponent(ComponentID(bot: "ballot", route: "pick", payload: ""), "\"a\"", in: message)?.payload == nil)
    }
}
