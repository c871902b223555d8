import Testing

@testable import ChatModel

struct AccountActionTests {
    @Test(arguments: [
        (AccountAction.sendTokens(0, to: 5, note: ""), "0 tokens; 1 to 1000000000 can be sent"),
        (.sendTokens(1, to: 0, note: ""), "an order without a receiver"),
        (.sendTokens(1, to: 5, note: String(repeating: "x", count: 513)), "a note of more than 512 bytes"),
        (.playMedia(MediaPlayback("http://example.org", title: "", room: "r")), "a file whose address is no https URL"),
        (.playMedia(MediaPlayback("https://example.org", title: "", room: "")), "a playback without a room"),
    ])
    func `an action that cannot be performed has a problem`(action: AccountAction, problem: String) {
        #expect(action.problem == problem)
    }
}
