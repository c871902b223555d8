import MezonSocket
import Testing

@testable import Relay

struct IRCNewsTests {
    @Test func `what waits is taken at once, in order`() async {
        let inlet = Inlet<IRCNews>(eventLimit: 100)
        _ = inlet.offer(IRCNews([.connected(nick: "an")]))
        _ = inlet.offer(IRCNews([.lost("gone"), .connected(nick: "an_")]))
        #expect(await inlet.next()?.events == [.connected(nick: "an"), .lost("gone"), .connected(nick: "an_")])
    }

    @Test(arguments: [
        IRCEvent.connected(nick: "aaaaa"), .lost("aaaaa"), .removed(room: "#a", msgid: "aaaaa", by: IRCPerson(nick: "b")),
        .history(room: "#a", through: "aaaaa", isWhole: false), .topic(room: "#a", by: IRCPerson(nick: "aa"), text: "aaa"),
        .said(IRCSaid(room: "#a", by: IRCPerson(nick: "b"), text: "aaaa")),
        .left(room: "#a", IRCPerson(nick: "aa"), reason: "aaa"),
    ])
    func `an event costs its words, and something for itself`(event: IRCEvent) {
        #expect(IRCNews([event, event]).byteCount == 2 * 205)
    }
}
