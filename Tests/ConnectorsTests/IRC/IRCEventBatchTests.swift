import AsyncSupport
import MezonClient
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCEventBatchTests {
    @Test func `waiting event batches are taken together in order`() async {
        let inlet = BackpressuredBuffer<IRCEventBatch>(eventLimit: 100)
        _ = inlet.offer(IRCEventBatch([.connected(nick: "an")]))
        _ = inlet.offer(IRCEventBatch([.lost("gone"), .connected(nick: "an_")]))
        #expect(await inlet.next()?.events == [.connected(nick: "an"), .lost("gone"), .connected(nick: "an_")])
    }

    @Test(arguments: [
        IRCEvent.connected(nick: "aaaaa"), .lost("aaaaa"), .removed(channel: "#a", msgid: "aaaaa", by: IRCUser(nick: "b")),
        .history(channel: "#a", through: "aaaaa", isComplete: false), .topic(channel: "#a", by: IRCUser(nick: "aa"), text: "aaa"),
        .message(IRCMessage(channel: "#a", by: IRCUser(nick: "b"), text: "aaaa")),
        .left(channel: "#a", IRCUser(nick: "aa"), reason: "aaa"),
    ])
    func `the size of an event counts its text and a fixed cost`(event: IRCEvent) {
        #expect(IRCEventBatch([event, event]).byteCount == 2 * 205)
    }
}
