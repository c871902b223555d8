import BotKit
import ChatModel
import Foundation
import MezonProtocol
import Testing

struct ContentJSONTests {
    @Test(arguments: [
        (#"{"t":"hi"}"#, Content("hi")),
        (#"{"t": "hi"}"#, Content("hi")),
        (#"{"t":""}"#, Content("")),
        ("{}", Content("")),
        (#"{"t":null,"mk":null,"hg":null}"#, Content("")),
        (#"{"t":"a\"b\\c\n\u00e9\ud83d\ude00"}"#, Content("a\"b\\c\né😀")),
        (#"{"t":1}"#, Content("", extras: ["t": .integer(1)])),
        (#"{"t":"x","fwd":true,"n":[1,null]}"#, Content("x", extras: ["fwd": .bool(true), "n": .array([.integer(1), .null])])),
        (#"{"t":"bold","mk":[{"type":"b","s":0,"e":4}]}"#, Content("bold", markup: [Markup("b", TextRange(0, 4))])),
        (#"{"t":"bold","mk":[{"type":"b","s":"0","e":"4"}]}"#, Content("bold", markup: [Markup("b", TextRange(0, 4))])),
        (#"{"t":"bold","mk":[{"type":"b","e":4}]}"#, Content("bold", markup: [Markup("b", TextRange(0, 4))])),
        (
            #"{"t":"let","mk":[{"type":"pre","s":0,"e":3,"language":"swift"}]}"#,
            Content("let", markup: [Markup("pre", TextRange(0, 3), attributes: ["language": .string("swift")])])
        ),
        (
            #"{"t":"x","mk":[{"type":"b","s":2,"e":1}]}"#,
            Content(
                "x",
                extras: ["mk": .array([.object(["type": .string("b"), "s": .integer(2), "e": .integer(1)])])])
        ),
        (#"{"t":"hi","t":"free nitro"}"#, Content("free nitro")),
        (#"{"t":"a\ud800b\udc00"}"#, Content("a\u{FFFD}b\u{FFFD}")),
        (#"{"t":"\u0066ree","x":1e999}"#, Content("free", extras: ["x": .number(.greatestFiniteMagnitude)])),
        (#" { "t" : "x" , "n" : -1.5e2 } "#, Content("x", extras: ["n": .number(-150)])),
        (#"{"t":"x","n":99999999999999999999}"#, Content("x", extras: ["n": .number(1e20)])),
        (#"{"t":"x","mk":"none"}"#, Content("x", extras: ["mk": .string("none")])),
    ])
    func `message content is decoded`(json: String, content: Content) {
        #expect(ContentJSON.decode(json) == content)
    }

    @Test(arguments: [
        "", "hi", "{", #"{"t":"hi""#, #"{"t":"hi"}}"#, #"["t"]"#, "null", "1", #"{"t":"a"b"}"#, #"{"t":01}"#, #"{"t":1.}"#,
        #"{"t":+1}"#, #"{"t":"x",}"#,
        #"{"t":"\u12"}"#, "{\"t\":\"line\nbreak\"}", #"{t:"x"}"#, #"{"t":"\x"}"#,
    ])
    func `content that is not a JSON object is its own text and is encoded unchanged`(text: String) {
        let content = ContentJSON.decode(text)
        #expect(content == Content(text, isMalformed: true))
        #expect(ContentJSON.encode(content) == text)
    }

    @Test(arguments: [
        #"{"t":"hi"}"#, #"{"t":""}"#, #"{"t":1}"#, #"{"fwd":true,"t":"x"}"#, #"{"hg":[{"channelId":"5","e":3,"s":0}],"t":"gen"}"#,
        #"{"mk":[{"e":3,"language":"swift","s":0,"type":"pre"}],"t":"let"}"#,
        #"{"mk":[{"e":1,"s":0,"type":"b"},{"type":"odd"}],"t":"x"}"#, #"{"t":"tab\tnull\u0000"}"#, #"{"t":"a/b"}"#,
        #"{"embed":[{"color":"red","fields":[{"inline":true,"name":"n","value":"v"}],"title":"T"}],"t":""}"#,
    ])
    func `decoding and encoding content loses nothing`(json: String) {
        #expect(ContentJSON.encode(ContentJSON.decode(json)) == json)
    }

    @Test(arguments: ["seen", ""]) func `nothing in the extras takes the place of the text`(text: String) {
        #expect(ContentJSON.encode(Content(text, extras: ["t": "other"])) == "{\"t\":\"\(text)\"}")
    }

    /// A space before the brace disables the fast path.
    @Test(arguments: [
        "plain", "Tiếng Việt có dấu", "👩‍👩‍👧‍👦 family", "\u{FEFF}mark", "\u{7F}\u{80}\u{2028}", "e\u{301}", "\u{301}leading",
        "}\u{200D}{",
        "\u{FFFD}", " ", "", String(repeating: "x", count: 10_000),
    ])
    func `the fast path decodes and encodes like the slow one`(text: String) throws {
        let json = "{\"t\":\"\(text)\"}"
        #expect(ContentJSON.decode(json) == ContentJSON.decode(" " + json))
        let encoded = ContentJSON.encode(Content(text))
        #expect(encoded == json)
        #expect(Array(ContentJSON.decode(encoded).text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `any text survives encoding and decoding`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1F_FFF), using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let back = ContentJSON.decode(ContentJSON.encode(Content(text)))
            #expect(Array(back.text.unicodeScalars) == scalars)
            #expect(!back.isMalformed)
        }
    }

    /// Runs on a task's stack, which is smaller than the main thread's.
    @Test(arguments: [(100, false), (120, false), (130, true), (100_000, true)])
    func `deep nesting is decoded up to a limit and treated as text beyond it`(depth: Int, isMalformed: Bool) async {
        let json = #"{"t":"x","a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        let content = await Task.detached { ContentJSON.decode(json) }.value
        #expect(content.isMalformed == isMalformed)
        if !isMalformed { #expect(await Task.detached { ContentJSON.encode(content).utf8.count }.value == json.utf8.count) }
    }

    @Test(arguments: [("hi", 10), ("é", 9), ("😀", 10), ("\"", 10), ("\n", 10)])
    func `the content length counts UTF-16 units of the JSON`(text: String, length: Int) {
        #expect(ContentJSON.length(of: Content(text)) == length)
    }
}
