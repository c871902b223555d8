import BotKit
import BotTesting
import Delivery
import MezonProtocol
import Testing

struct TextTests {
    @Test func `a text becomes the content that Mezon's clients send`() {
        let draft = Text {
            "Chào 👋 "
            Mention(7, name: "an")
            ", "
            Bold("đậm")
            " "
            Code("x")
            "\n"
            CodeBlock("let a", language: "swift")
            "\n"
            Link("https://a.example/x?y#z")
            " "
            ChannelRef(5, name: "general")
            " "
            Emoji(":smile:", id: 9)
            " "
            RoleRef(8, name: "dev")
        }.draft
        #expect(
            ContentJSON.encode(draft.content)
                == #"{"ej":[{"e":65,"emojiid":"9","s":58}],"hg":[{"channelId":"5","e":57,"s":49}],"#
                + #""mk":[{"e":16,"s":13,"type":"b"},{"e":18,"s":17,"type":"c"},"#
                + #"{"e":24,"language":"swift","s":19,"type":"pre"},{"e":48,"s":25,"type":"lk"}],"#
                + #""t":"Chào 👋 @an, đậm x\nlet a\nhttps://a.example/x?y#z #general :smile: @dev"}"#)
        #expect(
            draft.mentions == [
                Mention(user: 7, username: "an", range: TextRange(8, 11)),
                Mention(user: 0, username: "", role: 8, roleName: "dev", range: TextRange(66, 70)),
            ])
        for (range, shown) in [
            (draft.mentions[0].range, "@an"), (draft.mentions[1].range, "@dev"), (TextRange(58, 65), ":smile:"),
        ] {
            #expect(range.slice(of: draft.content.text).map(String.init) == shown)
        }
    }

    @Test(arguments: [(false, 0, "none"), (true, 2, "**a**\n1.\n2.")])
    func `conditions and loops choose the parts`(isFull: Bool, count: Int, plain: String) {
        let name: String? = isFull ? "**a**" : nil
        let text = Text(separatedBy: "\n") {
            if let name { name }
            for number in 1..<(count + 1) {
                Text {
                    "\(number)"
                    Bold(".")
                }
            }
            if !isFull { "none" } else { for _ in 0..<0 { "never" } }
        }
        #expect(text.plain == plain)
        #expect(text.draft.content.markup.map(\.range.length) == Array(repeating: 1, count: count))
    }

    /// Texts in which something would be interpreted or notified if they were not inert.
    static let hostile = [
        "**x**", "`x`", "```\nx\n```", "https://evil.example", "@here", "@an", "#general", ":smile:", "\u{202E}**x**",
    ]

    @Test(arguments: hostile)
    func `a text of users is inert`(text: String) {
        let alone = Text { text }.draft
        #expect(alone.markedUp == alone)
        #expect(alone.content.text == text)
        #expect(alone.mentions == [] && alone.content.markup == [])
        let beside = Text {
            Bold("Said:")
            " "
            text
        }.draft
        #expect(beside.markedUp.content == Content("Said: " + text, markup: [Markup("b", TextRange(0, 5))]))
    }

    @Test(arguments: hostile)
    func `an inert text stays inert on its way through the store`(text: String) {
        let alone = Text { text }.draft
        let stored = ContentJSON.decode(ContentJSON.encode(alone.content))
        #expect(stored == alone.content)
        #expect(Draft(stored).markedUp == alone)
    }

    @Test(arguments: [
        ("https://a.example", true), ("http://a.example/é", true), ("javascript:alert(1)", false), ("https://", false),
        ("https:///x", false), ("https://a.example/a b", false), ("a.example", false), ("", false),
        ("https://a.example/\n@here", false), ("https://a.example/" + String(repeating: "x", count: 2048), false),
    ])
    func `only a web address becomes a link`(address: String, isLink: Bool) {
        let draft = Text { Link(address) }.draft
        #expect(draft.content.text == address)
        #expect(draft.content.markup == (isLink ? [Markup("lk", TextRange(0, address.utf16.count))] : []))
    }

    @Test func `empty parts leave no ranges, and names that are missing are ids`() {
        let draft = Text {
            Bold("")
            CodeBlock("")
            Mention(7)
            RoleRef(8, name: "")
            ChannelRef(9, name: "")
        }.draft
        #expect(draft.content.text == "@7@8#9")
        #expect(draft.content.markup == [])
        #expect(draft.mentions.map(\.range) == [TextRange(0, 2), TextRange(2, 4)])
    }

    @Test func `a text of thousands of parts is put together in linear time`() {
        let (short, long) = (Self.cost(ofParts: 2500), Self.cost(ofParts: 20_000))
        // Eight times as many parts; a quadratic cost would be 64 times as high.
        #expect(long < 24 * short, "\(short) and \(long) ns")
    }

    private static func cost(ofParts count: Int) -> UInt64 {
        ProcessorTime.nanoseconds {
            let text = Text { for _ in 0..<count { Bold("é") } }
            #expect(text.draft.content.markup.last?.range == TextRange(count - 1, count))
        }
    }

    @Test func `a long text is split between its mentions, links and emojis`() {
        let text = Text(separatedBy: " ") {
            for number in 0..<60 {
                Mention(UserID(Int64(number + 1)), name: "tên dài \(number)")
                Link("https://a.example/\(number)/" + String(repeating: "x", count: number))
                Emoji("smile", id: 9)
                Bold("đậm và dài")
            }
        }
        let whole = text.draft
        let splitter = MessageSplitter(limit: 900)
        let parts = splitter.parts(of: whole)
        #expect(parts.count > 10)
        #expect(parts.allSatisfy(splitter.fits))
        #expect(parts.map(\.content.text).joined() == whole.content.text)
        #expect(parts.flatMap(\.mentions).map(\.user) == whole.mentions.map(\.user))
        for part in parts {
            for mention in part.mentions {
                #expect(mention.range.slice(of: part.content.text).map(String.init) == "@" + mention.username)
            }
            for link in part.content.markup where link.kind == "lk" {
                #expect(link.range.slice(of: part.content.text)?.hasPrefix("https://a.example/") == true)
            }
        }
        let links = parts.flatMap { part in
            part.content.markup.filter { $0.kind == "lk" }.map { $0.range.slice(of: part.content.text).map(String.init) }
        }
        #expect(
            links
                == whole.content.markup.filter { $0.kind == "lk" }.map { $0.range.slice(of: whole.content.text).map(String.init) }
        )
        #expect(parts.flatMap { $0.content.extras["ej"]?.array ?? [] }.count == 60)
    }
}
