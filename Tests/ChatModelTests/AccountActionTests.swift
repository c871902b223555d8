import Testing

@testable import ChatModel

struct AccountActionTests {
    @Test(arguments: [
        (AccountAction.sendTokens(0, to: 5, note: ""), "0 tokens; 1 to 1000000000 can be sent"),
        (.sendTokens(1, to: 0, note: ""), "an order without a receiver"),
        (.sendTokens(1, to: 5, note: String(repeating: "x", count: 513)), "a note of more than 512 bytes"),
        (.giveCoffee(CoffeeOrder(message: 0, author: 5, channel: 6, clan: 7)), "a coffee for no message"),
        (.createGroup([], name: ""), "a group of 0 users; it needs 1 to 19 besides the account"),
        (.createGroup((1...20).map { UserID(Int64($0)) }, name: ""), "a group of 20 users; it needs 1 to 19 besides the account"),
        (.createGroup([5, 5], name: ""), "a group with a user who is given twice, or is none"),
        (.createGroup([5], name: String(repeating: "x", count: 101)), "a group's name of more than 100 characters"),
        (.closeConversation(0), "no conversation to close"),
        (.playMedia(MediaPlayback("http://example.org", title: "", room: "r")), "a file whose address is no https URL"),
        (.playMedia(MediaPlayback("https://example.org", title: "", room: "")), "a playback without a room"),
    ])
    func `an action that cannot be performed has a problem`(action: AccountAction, problem: String) {
        #expect(action.problem == problem)
    }
}
