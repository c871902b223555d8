import BotKit
import ChatModel
import Delivery
import MezonProtocol
import Testing

struct MessageSplitterTests {
    private static let family = "👩‍👩‍👧‍👦"

    @Test(arguments: ["", "hi", String(repeating: "x", count: 3992), String(repeating: "\n", count: 1996)])
    func `a text within the limit is not split`(text: String) {
        #expect(MessageSplitter().parts(of: Draft(text)) == [Draft(text)])
    }

    @Test(arguments: [
        (String(repeating: "x", count: 3993), [3992, 1]),
        (String(repeating: "\"", count: 3000), [1996, 1004]),
        (String(repeating: "a", count: 3000) + " " + String(repeating: "b", count: 3000), [3001, 3000]),
        (String(repeating: "a", count: 2000) + "\n" + String(repeating: "b ", count: 1500), [2001, 3000]),
    ])
    func `a text is split after a line, else after a word, else between characters`(text: String, lengths: [Int]) {
        #expect(MessageSplitter().parts(of: Draft(text)).map(\.content.text.count) == lengths)
    }

    @Test(arguments: [
        ("emoji of many scalars", String(repeating: family, count: 1500)),
        ("combining Vietnamese", String(repeating: "e\u{302}\u{323}", count: 4000)),
        ("composed Vietnamese", String(repeating: "Tiếng Việt có dấu. ", count: 700)),
        ("flags", String(repeating: "🇻🇳", count: 2500)),
        ("CRLF", String(repeating: "line\r\n", count: 3000)),
        ("escapes", String(repeating: "\u{1}\\\"", count: 3000)),
        ("whitespace", String(repeating: " ", count: 9000)),
    ])
    func `a split divides no character, loses nothing, and every part fits`(kind: String, text: String) {
        let splitter = MessageSplitter()
        let parts = splitter.parts(of: Draft(text)).map(\.content.text)
        #expect(parts.count > 1)
        #expect(Array(parts.joined().unicodeScalars) == Array(text.unicodeScalars))
        #expect(parts.reduce(0) { $0 + $1.count } == text.count)
        #expect(parts.allSatisfy { splitter.fits(Draft($0)) && !$0.isEmpty })
    }

    @Test func `random texts with ranges are split and joined unchanged`() {
        var random = SplitMix64(seed: 11)
        let splitter = MessageSplitter(limit: 120)
        let pieces = ["a", "é", "e\u{302}\u{323}", Self.family, "\n", " ", "\"", "🇻🇳", "word ", "\u{7}"]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...300, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            let length = text.utf16.count
            let from = Int.random(in: 0...length, using: &random)
            let range = TextRange(from, Int.random(in: from...length, using: &random))
            var draft = Draft(Content(text, markup: [Markup("b", range)]))
            draft.mentions = [Mention(user: 7, range: range)]
            let parts = splitter.parts(of: draft)
            #expect(Array(parts.map(\.content.text).joined().unicodeScalars) == Array(text.unicodeScalars))
            #expect(parts.count == 1 || parts.allSatisfy(splitter.fits))
            guard parts.count > 1 else { continue }
            let marked = parts.flatMap { part in
                part.content.markup.flatMap { part.content.text.utf16.units(in: $0.range) }
            }
            #expect(marked == text.utf16.units(in: range))
            #expect(parts.flatMap(\.mentions).count == (range.length > 0 ? 1 : 0))
        }
    }

    @Test func `ranges move with their part, and embeds and attachments stay with the first`() {
        let text = String(repeating: "a", count: 3000) + "\n" + String(repeating: "b", count: 3000)
        let draft = Draft(
            Content(
                text, markup: [Markup("b", TextRange(2990, 3010)), Markup("c", TextRange(5000, 5001))],
                extras: [
                    "embed": .array([.string("card")]),
                    "hg": .array([.object(["channelId": .string("5"), "s": .integer(3001), "e": .string("3005")])]),
                ]),
            mentions: [
                Mention(user: 1, range: TextRange(0, 2)), Mention(user: 2, range: TextRange(2999, 3001)),
                Mention(user: 3, range: TextRange(4001, 4003)),
            ],
            attachments: [Attachment(filename: "a", url: "u", mediaType: "image")])
        let first = Draft(
            Content(
                String(text.prefix(3001)), markup: [Markup("b", TextRange(2990, 3001))],
                extras: ["embed": .array([.string("card")])]),
            mentions: [Mention(user: 1, range: TextRange(0, 2)), Mention(user: 2, range: TextRange(2999, 3001))],
            attachments: draft.attachments)
        let second = Draft(
            Content(
                String(text.dropFirst(3001)), markup: [Markup("b", TextRange(0, 9)), Markup("c", TextRange(1999, 2000))],
                extras: ["hg": .array([.object(["channelId": .string("5"), "s": .integer(0), "e": .integer(4)])])]),
            mentions: [Mention(user: 3, range: TextRange(1000, 1002))])
        #expect(MessageSplitter().parts(of: draft) == [first, second])
    }

    @Test(arguments: [
        (Int64.min, Int64.min), (.max, .max), (.min, .max), (.max, .min), (0, .min), (-1, 5), (5, 3), (4000, 4001),
    ])
    func `invalid ranges are dropped or clipped without a crash`(start: Int64, end: Int64) {
        let text = String(repeating: "x", count: 9000)
        let range = TextRange(Int(start), Int(end))
        let draft = Draft(
            Content(
                text, markup: [Markup("b", range)],
                extras: ["hg": .array([.object(["s": .integer(start), "e": .integer(end)]), .string("odd")])]),
            mentions: [Mention(user: 1, range: range)])
        let parts = MessageSplitter().parts(of: draft)
        #expect(parts.map(\.content.text).joined() == text)
        for part in parts {
            let ranges = part.content.markup.map(\.range) + part.mentions.map(\.range)
            #expect(ranges.allSatisfy { 0 <= $0.start && $0.start < $0.end && $0.end <= part.content.text.utf16.count })
        }
    }

    @Test func `a link or emoji longer than a part is split as text, and means nothing there`() {
        let address = "https://a.example/" + String(repeating: "x", count: 9000)
        let draft = Draft(
            Content(
                address,
                markup: [Markup("lk", TextRange(0, address.utf16.count)), Markup("b", TextRange(0, address.utf16.count))],
                extras: ["ej": [["emojiid": "1", "s": 0, "e": 9000]]]))
        let parts = MessageSplitter().parts(of: draft)
        #expect(parts.map(\.content.text).joined() == address)
        #expect(parts.count == 3)
        for part in parts {
            #expect(part.content.markup.map(\.kind) == ["b"])
            #expect(part.content.extras == [:])
        }
    }

    @Test func `a part does not end within a mention, and the preview of a link goes with the last one`() {
        let start = String(repeating: "a", count: 3890)
        let text = start + " @Nguyễn Văn An và những người khác trong nhóm " + String(repeating: "b", count: 300)
        let draft = Draft(
            Content(
                text,
                markup: [Markup("lk_ogp", TextRange(text.utf16.count, text.utf16.count + 1), attributes: ["url": "u"])]),
            mentions: [Mention(user: 1, username: "Nguyễn Văn An và những người khác trong nhóm", range: TextRange(3891, 3936))])
        let parts = MessageSplitter(limit: 3930).parts(of: draft)
        #expect(parts.map(\.content.text) == [start + " ", String(text.dropFirst(3891))])
        #expect(parts.map(\.mentions.count) == [0, 1])
        #expect(parts.map { $0.mentions.map(\.range) } == [[], [TextRange(0, 45)]])
        let end = text.utf16.count - 3891
        #expect(parts.map { $0.content.markup.map(\.range) } == [[], [TextRange(end, end + 1)]])
    }

    @Test func `a single character longer than the limit stays whole`() {
        let zalgo = "e" + String(repeating: "\u{301}", count: 5000)
        let parts = MessageSplitter().parts(of: Draft(zalgo + "x"))
        #expect(parts.map(\.content.text) == [zalgo, "x"])
    }
}

extension String.UTF16View {
    fileprivate func units(in range: TextRange) -> [UInt16] { Array(dropFirst(range.start).prefix(range.length)) }
}
