import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

/// Contents as the official SDKs and clients write them (Documentation/Protocol.md §3.1): none may lose anything on its way through the
/// model.
struct ContentVectorsTests {
    static let contents = [
        // The Python SDK sends all its keys.
        #"{"t": "first", "contentThread": null, "hg": null, "ej": null, "lk": null, "mk": null, "vk": null, "embed": null, "components": null}"#,
        #"{"t": "pong \ud83d\ude00", "contentThread": "pong", "hg": [{"channelid": "5", "s": 0, "e": 4}], "ej": null, "lk": [{"s": 0, "e": 4}], "mk": null, "vk": null, "embed": null, "components": null}"#,
        // The TypeScript SDK sends what the bot gives it.
        #"{"t":"pong 😀","mk":[{"type":"b","s":0,"e":4}]}"#,
        #"{"t":"a reply","components":[{"components":[{"id":"confirm","type":1,"component":{"label":"OK","style":3}}]}]}"#,
        // Every kind of markup.
        #"{"t":"abcdefghij","mk":[{"type":"b","s":0,"e":1},{"type":"c","s":1,"e":2},{"type":"pre","s":2,"e":3,"language":"swift"},{"type":"s","s":3,"e":4},{"type":"t","s":4,"e":5},{"type":"lk","s":5,"e":6},{"type":"vk","s":6,"e":7},{"type":"lk_yt","s":7,"e":8},{"type":"lk_fb","s":8,"e":9},{"type":"lk_tt","s":9,"e":10},{"type":"new","s":"0","e":"1","x":[1]},{"type":"lk_ogp","s":10,"e":11,"url":"u","title":"T","description":"D","image":"i","banner":"b","member_count":3,"is_community":true,"clanId":"1","index":0}]}"#,
        ##"{"t":"#lab :x: u v","mk":[],"hg":[{"channelId":"5","s":0,"e":4}],"ej":[{"emojiid":"6","s":5,"e":8}],"lk":[{"s":9,"e":10}],"vk":[{"s":11,"e":12}]}"##,
        #"{"t":"old","pre":[{"s":0,"e":1,"l":"js"}],"bm":[{"s":1,"e":2}],"lky":[{"s":2,"e":3}]}"#,
        // Cards with every part and input.
        ##"{"t":"","embed":[{"color":"#5865f2","title":"T","url":"https://a.example","author":{"name":"n","icon_url":"i","url":"u"},"description":"d","thumbnail":{"url":"t"},"fields":[{"name":"n","value":"v","inline":true,"options":[],"shape":{"id":"g","type":7,"columns":2,"rows":2,"component":{"items":[]}},"button":[{"id":"b","type":1,"component":{"label":"L","disable":true,"icon":"PLAY"}}]},{"name":"a","value":"","inputs":{"id":"a","type":6,"component":{"url_image":"u","url_position":"p","pool":[["1","2"]],"repeat":3,"duration":0.35,"vertical":true,"isResult":1}}},{"name":"r","value":"","inputs":{"id":"r","type":5,"component":[{"label":"L","value":"1","name":"r","description":"d","style":3,"disabled":false,"extraData":["x"]}],"max_options":2}},{"name":"d","value":"","inputs":{"id":"d","type":4,"component":{"value":"2026-01-07"}}},{"name":"i","value":"","inputs":{"id":"i","type":3,"component":{"id":"i-component","placeholder":"p","type":"text","required":true,"textarea":true,"style":1,"defaultValue":"x","disabled":false}}},{"name":"s","value":"","inputs":{"id":"s","type":2,"component":{"type":1,"options":[{"label":"l","value":"v","description":"d","default":true}],"placeholder":"p","min_options":1,"max_options":2,"disabled":false,"valueSelected":{"label":"l","value":"v"}}}}],"image":{"url":"i","width":640,"height":480},"timestamp":"2026-01-07T12:00:00Z","footer":{"text":"f","icon_url":"i"}}]}"##,
        // Other kinds of messages: thread, canvas, call, topic, forwarded, contact, encrypted, poll.
        #"{"t":"x","contentThread":"first","canvas":{"id":"1"},"cvtt":{"1":"Plan"},"callLog":{"isVideo":true,"callLogType":5,"showCallBack":false}}"#,
        #"{"t":"x","tp":"1977287012746530816","cid":"1775731152322039808","rpl":3,"lsnt":1770000000,"fwd":true}"#,
        #"{"t":"x","isCard":true,"e2ee":1,"presign_finish":["a","b"]}"#,
        #"{"t":"","question":"Lunch?","answers":[{"index":0,"label":"Phở"},{"index":1,"label":"Bún"}],"answer_counts":[2,0],"expire_at":1770000000,"is_closed":false,"total_votes":2,"type":1,"question_emoji_id":"1","answer_emoji_ids":["2","3"],"allow_multiple_answers":true,"user_votes":[0],"id":"9"}"#,
        #"{"t":"x","a key of tomorrow":{"deep":[{"n":9007199254740993,"f":-0.5,"null":null,"text":"\u0000\"\\"}]}}"#,
    ]

    /// The value of a JSON text, without the keys whose value is null and with the numbers of ranges as numbers.
    private static func value(_ json: String) throws -> JSONValue {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
        guard var object = value.object else { return value }
        object = object.filter { $0.value != .null }
        if let marks = object["mk"]?.array {
            object["mk"] = .array(
                marks.map { mark in
                    guard var keys = mark.object else { return mark }
                    for key in ["s", "e"] { keys[key] = keys[key]?.integer.map { .integer($0) } }
                    return .object(keys)
                })
        }
        return .object(object)
    }

    @Test(arguments: contents)
    func `a content keeps every key of both official SDKs`(json: String) throws {
        let content = ContentJSON.decode(json)
        #expect(!content.isMalformed)
        #expect(try Self.value(ContentJSON.encode(content)) == Self.value(json))
        let stored = try JSONDecoder().decode(Content.self, from: try JSONEncoder().encode(content))
        #expect(stored == content)
    }

    @Test(arguments: contents, [0, 1, 5, 8, 12, 16, 17, 18, 99] as [Int32])
    func `a message of any kind is the same after its frame, the model and its stored form`(json: String, code: Int32) throws {
        var wire = ApiChannelMessage()
        wire.messageID = 2_123_920_941_929_992_193
        wire.channelID = 1_977_287_012_746_530_816
        wire.senderID = 1_775_731_152_322_039_808
        wire.code = code
        wire.content = json
        var attachments = ApiMessageAttachmentList()
        attachments.attachments = [
            .with {
                $0.filename = "a.mp4"
                $0.size = 16
                $0.url = "https://cdn.mezon.ai/x/a.mp4"
                $0.filetype = "video/mp4"
                $0.width = 640
                $0.height = 480
                $0.thumbnail = "https://cdn.mezon.ai/x/t.png"
                $0.duration = 12
            }
        ]
        wire.attachments = Data(attachments.wireBytes)
        let message = MessageDecoder.message(wire)
        #expect(message.code.rawValue == code)
        #expect(try JSONDecoder().decode(ChatModel.Message.self, from: try JSONEncoder().encode(message)) == message)
        guard case .envelope(let envelope) = try Frame(RtEnvelope(pushing: message).wireBytes) else {
            Issue.record("not an envelope")
            return
        }
        #expect(MessageDecoder.message(envelope.channelMessage) == message)
        #expect(envelope.channelMessage.attachments == wire.attachments)
        #expect(try Self.value(envelope.channelMessage.content) == Self.value(json))
    }

    @Test func `an attachment that an older build stored is read`() throws {
        let json = #"{"filename":"a","url":"u","mediaType":"image","sizeInBytes":1,"width":2,"height":3}"#
        let attachment = try JSONDecoder().decode(Attachment.self, from: Data(json.utf8))
        #expect(attachment == Attachment(filename: "a", url: "u", mediaType: "image", sizeInBytes: 1, width: 2, height: 3))
        let encoder = JSONEncoder()
        #expect(try JSONDecoder().decode(JSONValue.self, from: encoder.encode(attachment)).object?.count == 6)
    }
}
