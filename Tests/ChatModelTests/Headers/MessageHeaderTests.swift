import ChatModel
import Testing

struct MessageHeaderTests {
    private static let rules = HeaderSchema([
        "ticket": ["id": .number, "urgent": .flag, "tags": .tuple, "state": .identifier, "title": .text]
    ])

    private func split(_ body: String) -> MessageHeader.SplitBody { MessageHeader.split(body, by: Self.rules) }

    @Test func `headers are split from the text`() throws {
        let body = #"<ticket>@id=42;@urgent;@tags=(a,b);@state=in-work;@title=It\nbroke\; again;</ticket><x>@k=1;</x>Đây 👍"#
        let headers = [
            MessageHeader(
                "ticket",
                [
                    .init("id", .number(42)), .init("urgent", .flag), .init("tags", .tuple(["a", "b"])),
                    .init("state", .text("in-work")), .init("title", .text("It\nbroke; again")),
                ]),
            MessageHeader("x", [.init("k", .text("1"))]),
        ]
        let offset = body.utf16.count - "Đây 👍".utf16.count
        #expect(split(body) == MessageHeader.SplitBody(headers: headers, text: "Đây 👍", offset: offset))
        #expect(try MessageHeader.join(headers, "Đây 👍", by: Self.rules) == body)
        #expect(headers[0]["urgent"] == .flag && headers[0]["none"] == nil)
    }

    /// The form that defines headers: each field ends with a semicolon.
    @Test func `a header field ends with a semicolon, optional for the last one`() throws {
        let headers = [MessageHeader("yeo", [.init("a", .text("1")), .init("b", .text("2"))])]
        for body in ["<yeo>@a=1;@b=2;</yeo>text", "<yeo>@a=1;@b=2</yeo>text"] {
            #expect(
                MessageHeader.split(body) == MessageHeader.SplitBody(headers: headers, text: "text", offset: body.utf16.count - 4)
            )
        }
        #expect(try MessageHeader.join(headers, "text") == "<yeo>@a=1;@b=2;</yeo>text")
    }

    @Test(arguments: [
        ("()", []), (#"(\-)"#, [""]), ("(,)", ["", ""]), ("(a)", ["a"]), (#"(\(a\,\),b)"#, ["(a,)", "b"]),
        (#"(\\-)"#, [#"\-"#]),
    ])
    func `a tuple may have any number of elements`(written: String, elements: [String]) throws {
        let header = MessageHeader("x", [.init("k", .tuple(elements))])
        #expect(try header.encoded() == "<x>@k=\(written);</x>")
        #expect(MessageHeader.split("<x>@k=\(written)</x>").headers == [header])
    }

    @Test(arguments: [
        "", "text", "<", "<>", "<->", "<-", "< x>@k</x>", "<x>", "<x></x>", "<x>k</x>", "<x>@</x>", "<x>@k</y>", "<x>@k</x",
        "<x>@k<x>", "<x>@k;;</x>", "<x>;</x>", "<x>@k;k</x>", "<x>@k;@k</x>", "<x>@k=a=b</x>", "<x>@k=a@b</x>", "<x>@k=a>b</x>",
        "<x>@k=a\nb</x>",
        #"<x>@k=\q</x>"#, #"<x>@k=\"#, #"<x>@k=\</x>"#, "<x>@k=(a</x>", "<x>@k=(a,(b))</x>", "<x>@k=a)</x>", "<x>@k=()b</x>",
        "<1>@k</1>", "<é>@k</é>", "<x >@k</x >", "<x>@k k</x>", "<ticket>@id=x</ticket>", "<ticket>@id=nan</ticket>",
        "<ticket>@id=0x10</ticket>", "<ticket>@id=1e999</ticket>", "<ticket>@id</ticket>", "<ticket>@id=(1)</ticket>",
        "<ticket>@urgent=1</ticket>", "<ticket>@tags=a</ticket>", "<ticket>@state=a b</ticket>", "<ticket>@state=</ticket>",
        "<\(String(repeating: "x", count: 33))>@k</\(String(repeating: "x", count: 33))>",
        "<x>@k=\(String(repeating: "a", count: 4096))</x>", " <x>@k</x>", "\u{301}<x>@k</x>", "<x\u{301}>@k</x\u{301}>",
        "<-><->text", "<b>bold</b>",
    ])
    func `a malformed header is text and stays unchanged`(body: String) throws {
        #expect(split(body) == MessageHeader.SplitBody(headers: [], text: body, offset: 0))
        let header = MessageHeader("ticket", [.init("urgent", .flag)])
        #expect(split(try MessageHeader.join([header], body, by: Self.rules)).headers == [header])
        #expect(split(try MessageHeader.join([header], body, by: Self.rules)).text.utf8.elementsEqual(body.utf8))
        #expect(split(try MessageHeader.join([], body, by: Self.rules)).text.utf8.elementsEqual(body.utf8))
    }

    @Test(arguments: ["<x>@k</x>", "<-><x>@k</x>", "<-><-><x>@k</x>hi", "<x>@k</x><x>@k</x>", "<ticket>@id=x</ticket>"])
    func `a text that looks like a header is escaped when joined`(text: String) throws {
        let header = MessageHeader("y", [.init("k", .flag)])
        for headers in [[], [header]] {
            let parted = MessageHeader.split(try MessageHeader.join(headers, text))
            #expect(parted.headers == headers && parted.text == text)
        }
    }

    @Test func `headers are limited in number and size, and the rest is text`() throws {
        let one = "<x>@k</x>"
        let parted = MessageHeader.split(String(repeating: one, count: 20) + "hi")
        #expect(parted.headers.count == 16)
        #expect(parted.text == String(repeating: one, count: 4) + "hi")
        let long = "<x>@k=\(String(repeating: "a", count: 3000))</x>"
        #expect(MessageHeader.split(long + long).text == long)
        let header = MessageHeader("x", [.init("k", .flag)])
        #expect(throws: MessageHeaderError.tooMany(limit: 16)) {
            _ = try MessageHeader.join(Array(repeating: header, count: 17), "")
        }
        let large = MessageHeader("x", [.init("k", .text(String(repeating: ";", count: 2045)))])
        #expect(throws: MessageHeaderError.tooLarge(limitInBytes: 4096)) { _ = try MessageHeader.join([large], "") }
    }

    @Test(arguments: [
        (MessageHeader("", [.init("k", .flag)]), MessageHeaderError.badName("")),
        (MessageHeader("x", []), .noFields(header: "x")),
        (MessageHeader("x", [.init("a b", .flag)]), .badName("a b")),
        (MessageHeader("x", [.init("k", .flag), .init("k", .flag)]), .sameKeyTwice(header: "x", key: "k")),
        (MessageHeader("x", [.init("k", .number(.infinity))]), .badValue(header: "x", key: "k", wanted: nil)),
        (MessageHeader("ticket", [.init("id", .text("1"))]), .badValue(header: "ticket", key: "id", wanted: .number)),
        (MessageHeader("ticket", [.init("state", .text("a b"))]), .badValue(header: "ticket", key: "state", wanted: .identifier)),
    ])
    func `a header that could not be decoded is not encoded`(header: MessageHeader, error: MessageHeaderError) {
        #expect(throws: error) { _ = try header.encoded(by: Self.rules) }
    }

    @Test func `header schemas are merged`() {
        let added = HeaderSchema(["x": ["a": .number, "b": .flag]]).adding(HeaderSchema(["x": ["b": .text], "y": ["c": .tuple]]))
        #expect(added == HeaderSchema(["x": ["a": .number, "b": .text], "y": ["c": .tuple]]))
    }

    @Test(arguments: 0..<300)
    func `joined headers are split unchanged`(seed: UInt64) throws {
        var chance = Chance(state: seed)
        var kinds: [String: [String: HeaderSchema.Kind]] = [:]
        var headers: [MessageHeader] = []
        for _ in 0..<Int.random(in: 0...5, using: &chance) {
            let name = chance.pick(["a", "B-2", "ticket", "x_y"])
            var fields: [MessageHeader.Field] = []
            for key in ["k", "key", "K", "z-9"].prefix(Int.random(in: 1...4, using: &chance)) {
                let kind = kinds[name]?[key] ?? chance.pick(HeaderSchema.Kind.allCases)
                kinds[name, default: [:]][key] = kind
                fields.append(.init(key, chance.value(kind)))
            }
            headers.append(MessageHeader(name, fields))
        }
        let rules = HeaderSchema(kinds)
        let text = chance.pick(["", "<->", "<x>@k</x>", "<"]) + chance.text()
        let body = try MessageHeader.join(headers, text, by: rules)
        let parted = MessageHeader.split(body, by: rules)
        #expect(parted.headers == headers)
        #expect(parted.text.utf8.elementsEqual(text.utf8))
        #expect(String(decoding: Array(body.utf16)[parted.offset...], as: UTF16.self).utf8.elementsEqual(text.utf8))
        #expect(try MessageHeader.join(parted.headers, parted.text, by: rules).utf8.elementsEqual(body.utf8))
    }

    @Test(arguments: 0..<300)
    func `any text is split without loss`(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let pieces = [
            "<", ">", "</", "<x>", "</x>", "@k", "=", ";", "(", ")", ",", "\\", "a", "\n", "<->", "<x>@k=1</x>", "é", "\u{301}",
        ]
        let body = (0..<Int.random(in: 0...30, using: &chance)).map { _ in chance.pick(pieces) }.joined()
        let parted = MessageHeader.split(body)
        #expect(body.utf16.suffix(body.utf16.count - parted.offset).elementsEqual(parted.text.utf16))
        let again = MessageHeader.split(try MessageHeader.join(parted.headers, parted.text))
        #expect(again.headers == parted.headers && again.text.utf8.elementsEqual(parted.text.utf8))
    }

    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

        mutating func text() -> String {
            let pieces = [
                ";", "=", "@", "<", ">", "(", ")", ",", "\\", "\n", "\r", "a", "đ", "👍🏽", "\u{301}", " ", "n", "-", "</x>",
            ]
            return (0..<Int.random(in: 0...8, using: &self)).map { _ in pick(pieces) }.joined()
        }

        mutating func value(_ kind: HeaderSchema.Kind) -> MessageHeader.Value {
            switch kind {
            case .flag: .flag
            case .number: .number(pick([0, -1, 42, 0.5, 1e300, -2.5e-10, 9_007_199_254_740_992, 123_456_789]))
            case .tuple: .tuple((0..<Int.random(in: 0...3, using: &self)).map { _ in text() })
            case .identifier: .text(pick(["a", "in-work", "#7", "a/b:c.d", "9"]))
            case .text: .text(text())
            }
        }
    }
}
