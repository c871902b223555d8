import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

struct WireListTests {
    private static let mention = Mention(user: 101, username: "an", range: TextRange(0, 3))

    @Test(arguments: [
        #"[{"user_id":"101","username":"an","s":0,"e":3}]"#,
        #"[{"userId":101,"username":"an","e":"3","colour":"red"}]"#,
        #"{"mentions":[{"user_id":"101","username":"an","e":3}]}"#,
    ])
    func `lists of old messages are decoded from JSON`(json: String) {
        #expect(mentions(Data(json.utf8)) == [Self.mention])
    }

    @Test func `lists are decoded from bytes`() {
        #expect(mentions(ApiChannelMessage(.make(mentions: [Self.mention])).mentions) == [Self.mention])
    }

    @Test(arguments: [
        "", "[", "[]", "{}", "{", "[1]", #"[{"user_id":"x"}]"#, "null", "nonsense",
        String(repeating: "[", count: 100_000), "{" + String(repeating: #""a":{"#, count: 50_000),
    ])
    func `an unreadable list is empty, and the message is kept`(json: String) {
        #expect(mentions(Data(json.utf8)) == [])
    }

    private func mentions(_ bytes: Data) -> [Mention] {
        var wire = ApiChannelMessage(.make(text: "@an"))
        wire.mentions = bytes
        return MessageDecoder.message(wire).mentions
    }
}
