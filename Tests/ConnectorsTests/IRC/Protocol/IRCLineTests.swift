import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCLineTests {
    struct Case: CustomTestStringConvertible {
        let text: String
        let line: IRCLine?
        var testDescription: String { text }
    }

    static let an = IRCSource(nick: "an", user: "u", host: "h")
    static let cases = [
        Case(text: "PING", line: IRCLine("PING")),
        Case(text: "ping :a b", line: IRCLine("PING", ["a b"])),
        Case(text: ":an!u@h PRIVMSG #r :hi there", line: IRCLine("PRIVMSG", ["#r", "hi there"], source: an)),
        Case(text: ":an!u@h  PRIVMSG   #r   hi ", line: IRCLine("PRIVMSG", ["#r", "hi"], source: an)),
        Case(text: ":an!u@h PRIVMSG #r :", line: IRCLine("PRIVMSG", ["#r", ""], source: an)),
        Case(text: ":irc.x 001 me ::)", line: IRCLine("001", ["me", ":)"], source: IRCSource(nick: "irc.x"))),
        Case(text: ":an@h QUIT", line: IRCLine("QUIT", source: IRCSource(nick: "an", host: "h"))),
        Case(
            text: #"@time=12;+draft/reply=a\:b\s\\c;bot;x=a=b;odd=\b\ PRIVMSG #r :x"#,
            line: IRCLine(
                "PRIVMSG", ["#r", "x"],
                tags: ["time": "12", "+draft/reply": #"a;b \c"#, "bot": "", "x": "a=b", "odd": "b"])),
        Case(text: "@a=1 :x", line: nil),
        Case(text: "", line: nil),
        Case(text: "   ", line: nil),
        Case(text: ":only", line: nil),
        Case(text: "@only", line: nil),
        Case(text: "\u{1}\u{2}", line: nil),
        Case(text: "PRIV-MSG x", line: nil),
    ]

    @Test(arguments: cases) func `an IRC line is parsed`(one: Case) {
        #expect(IRCLine(Array(one.text.utf8)[...]) == one.line)
    }

    @Test func `excess parameters and tags are dropped`() {
        let params = Array(repeating: "p", count: 1000).joined(separator: " ")
        #expect(IRCLine(Array("X \(params)".utf8)[...])?.params.count == IRCLine.maxParams)
        let tags = (0..<1000).map { "t\($0)" }.joined(separator: ";")
        #expect(IRCLine(Array("@\(tags) X".utf8)[...])?.tags.count == IRCTags.limit)
    }

    @Test(arguments: ["", "a;b c\\d\r\n", "đ🎉"]) func `an escaped tag value is unescaped unchanged`(value: String) {
        #expect(IRCTags.unescaped(Array(IRCTags.escaped(value).utf8)[...]) == value)
    }

    static let encodings: [(bytes: [UInt8], text: String)] = [
        ([0x63, 0x61, 0x66, 0xE9], "caf"), ([0x63, 0xE9, 0x66], "céf"), ([0x80, 0x20, 0x93, 0x94, 0x81], "€ “”\u{FFFD}"),
        (Array("đ".utf8), "đ"), (Array("chào".utf8) + [0xC4], "chào"), (Array("ok🎉".utf8.dropLast()), "ok"),
        ([0xC4, 0x20], "Ä "), ([], ""),
    ]

    @Test(arguments: encodings) func `bytes decode as UTF-8, maybe cut off, else as Windows-1252`(bytes: [UInt8], text: String) {
        #expect(IRCTextEncoding.text(bytes[...]) == text)
    }

    @Test func `lines are split regardless of chunk boundaries`() {
        let bytes = Array("one\r\ntwo\n\r\n\nthree\r\nfo".utf8)
        for size in 1...bytes.count {
            var cutter = IRCLineDecoder()
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines += cutter.lines(in: bytes[start..<min(start + size, bytes.count)]).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            #expect(lines == ["one", "two", "three"])
        }
    }

    @Test func `an overlong line is truncated, and the next line is complete`() {
        var cutter = IRCLineDecoder()
        var lines: [[UInt8]] = []
        for _ in 0..<100 { lines += cutter.lines(in: [UInt8](repeating: 0x61, count: 1000)).map(Array.init) }
        lines += cutter.lines(in: Array("bc\r\nnext\r\n".utf8)).map(Array.init)
        #expect(lines == [[UInt8](repeating: 0x61, count: IRCLineDecoder.maxBytes), Array("next".utf8)])
    }

    @Test(arguments: [
        ("ascii", "A[]\\^Z", "a[]\\^z"), ("rfc1459", "A[]\\^~Z", "a{}|~~z"), ("rfc1459-strict", "A[]\\^~Z", "a{}|^~z"),
        ("whatever", "A[", "a["), ("rfc1459", "đĐ", "đĐ"),
    ]) func `nicks are folded with the case mapping`(mapping: String, name: String, folded: String) {
        #expect(IRCCaseMapping(mapping).folded(name) == folded)
    }

    @Test func `the server's ISUPPORT tokens are parsed`() {
        var support = IRCServerFeatures()
        for token in [
            "CASEMAPPING=ascii", "CHANTYPES=#", "PREFIX=(qaohv)~&@%+", "NICKLEN=30", "LINELEN=2048",
            "TARGMAX=NAMES:1,JOIN:4,KICK:",
            "CHATHISTORY=50", "NICKLEN=x", "LINELEN=99999999999999999999", "", "=",
        ] { support.take(token) }
        #expect(support.caseMapping == .ascii)
        #expect(support.nickBytes == 30)
        #expect(support.lineBytes == 2048)
        #expect(support.joinTargets == 4)
        #expect(support.historyMessages == 50)
        #expect(support.nick(listed: "@%an!u@h") == "an")
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00.000Z", 1_767_225_600.0), ("2024-02-29T23:59:59.5Z", 1_709_251_199.5), ("1970-01-01T00:00:00Z", 0),
        ("2026-03-01T12:34:56.789Z", 1_772_368_496.789),
    ]) func `a server timestamp is parsed and formatted`(text: String, seconds: Double) throws {
        let date = try #require(IRCTimestamp.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0005)
        #expect(IRCTimestamp.date(IRCTimestamp.text(date)).map { abs($0.timeIntervalSince(date)) < 0.001 } == true)
    }

    @Test(arguments: [
        "", "Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00.Z", "éééééééééééZ",
    ])
    func `an invalid timestamp is rejected`(text: String) {
        #expect(IRCTimestamp.date(text) == nil)
    }
}
